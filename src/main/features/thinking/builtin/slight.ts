import type { Lens } from '../../../../shared/entities'
import { quoted } from './quote'
import type { Unit } from './reading'
import type { Study } from './study'

/** What can honestly be said about a thought that makes no statement: one without words, a fragment, a list. */
export interface Slight {
  summary: string
  questions: string[]
  lenses: Lens[]
  steps: string[]
}

/** A fragment by its name: a link by its site, else its words. */
function nameOf(core: Unit): string {
  const host = /^\S*:\/\/(?:www\.)?([^/\s]+)/.exec(core.text)?.[1]
  return host ? `a link to ${host}` : quoted(core)
}

const lensesOf = (texts: readonly [string, string, string, string]): Lens[] => [
  { lens: 'pre-mortem', text: texts[0] },
  { lens: 'first-principles', text: texts[1] },
  { lens: 'inversion', text: texts[2] },
  { lens: 'steelman', text: texts[3] },
]

function emptyThought(): Slight {
  return {
    summary: 'There are no words here yet to argue with. Write one sentence that could turn out wrong, and think again.',
    questions: [],
    lenses: lensesOf([
      'There is nothing here yet that could fail.',
      'There is no claim here yet to take apart.',
      'There is no claim here yet to turn round.',
      'There is no claim here yet to make strong.',
    ]),
    steps: ['Write one sentence that could turn out wrong.'],
  }
}

/** A note of code: what it says is not looked at, and the texts say so. */
function codeAlone(): Slight {
  return {
    summary: 'The note holds code, which was not read. Write a sentence beside it: what the code is for, or what you claim about it.',
    questions: ['What is the code for, and what should you remember about it?'],
    lenses: lensesOf([
      'The code was not read, so nothing can be said about how it fails. Write down when you would trust it, and when not.',
      'The code was not read. Write what it takes for granted; that can be checked.',
      'The code was not read. Write what you would do without it; that shows what it is worth.',
      'The code was not read, but it was worth keeping. The reason is the sentence to write.',
    ]),
    steps: ['Write one sentence on what the code is for.'],
  }
}

function fragment(core: Unit): Slight {
  const name = nameOf(core)
  const link = name !== quoted(core)
  return {
    summary: link
      ? `So far there is only ${name}. Write down what you found there, and what you make of it.`
      : `So far there is only ${name}. A thesis needs a sentence that could turn out wrong: say what you claim about it.`,
    questions: link
      ? [`What does ${name} say that you want to keep?`, 'Do you agree with it, and why?']
      : [`What about ${name}: what do you want to remember, claim or do?`],
    lenses: lensesOf([
      `Nothing can fail yet, except that you no longer know in a month what ${name} was for. Add half a sentence.`,
      `${link ? 'A link' : name} is a name for something. What did you see, hear or read that made you write it down?`,
      `Suppose you deleted ${link ? 'it' : name}. What would you miss? That is the thought.`,
      `${link ? 'It' : name} was worth writing down, so there is a reason. The reason is the claim to write.`,
    ]),
    steps: [
      link
        ? `Write one sentence on what ${name} says, and one on what you make of it.`
        : `Write one sentence about ${name} that could turn out wrong.`,
    ],
  }
}

function list({ reading, core }: Study): Slight {
  const entries = reading.units.filter((unit) => unit.kind !== 'heading')
  const first = entries[0]
  const last = entries[entries.length - 1]
  const named = core ? ` under ${quoted(core)}` : ''
  const span = first && last ? `, from ${quoted(first, 60)} to ${quoted(last, 60)}` : ''
  const longest = [...entries].sort((a, b) => b.text.length - a.text.length)[0]
  const open = reading.units.filter((unit) => unit.kind === 'task')
  const done = reading.units.filter((unit) => unit.kind === 'task-done').length
  const ticks = open.length + done > 0 ? ` ${done} of ${open.length + done} tasks ${done === 1 ? 'is' : 'are'} ticked off.` : ''
  const odd = longest ?? first
  return {
    summary: `The thought is a list of ${entries.length} entries${named}${span}. A list makes no claim, so there is nothing to argue with.${ticks}`,
    questions: [
      ...(core ? [`What is ${quoted(core)} for: what should be true when every entry is dealt with?`] : []),
      ...(first && last && first !== last
        ? [`If only one of ${quoted(first, 60)} and ${quoted(last, 60)} could stay, which would it be?`]
        : []),
    ],
    lenses: lensesOf([
      `The list fails by what is not on it. Go through the day${core ? ` of ${quoted(core)}` : ''} in your mind and see what you reach for.`,
      first
        ? `Each entry answers a need. Which need does ${quoted(first, 60)} answer, and does another entry answer it already?`
        : 'Each entry answers a need; write it beside the entry.',
      odd
        ? `Cross out half. If ${quoted(odd, 60)} stays, say why; the reason is a thought of its own.`
        : 'Cross out half, and say why the rest stays.',
      `A list keeps ${entries.length} things out of your head. That is all it has to do.`,
    ]),
    steps: open.slice(0, 5).map((unit) => unit.text),
  }
}

/** Null when the thought says or asks something, and so can be argued with. */
export function slightThought(study: Study): Slight | null {
  if (study.reading.codeOnly && study.form !== 'claim' && study.form !== 'question') return codeAlone()
  if (study.form === 'empty' || !study.core) return emptyThought()
  if (study.form === 'fragment') return fragment(study.core)
  return study.form === 'list' ? list(study) : null
}
