import { gateNames, type ThesisOutput } from '../../../src/shared/entities'

/** What a model sees of a chat request. */
export interface ChatQuestion {
  model: string
  system: string
  /** All user messages, joined by blank lines. */
  prompt: string
}

/** An answer in full; a plain string is a content that ends with "stop". */
export interface FakeReply {
  content: string | null
  reasoning?: string
  refusal?: string
  finishReason?: string
  toolCalls?: FakeToolCall[]
}

/** A call as the model writes it; `arguments` may be no JSON at all. */
export interface FakeToolCall {
  id?: string
  name: string
  arguments: string
}

/** The usual answer: by the task that the first line of the system prompt names, else a sentence on the prompt. */
export function answerQuestion(question: ChatQuestion): string {
  const task = /\b(EXPAND|COUNTERPOINT|SYNTHESIZE|SUMMARIZE|BRIEFING|REFLECTION)\b/.exec(question.system.split('\n')[0] ?? '')?.[1]
  const items = citedItems(question.prompt)
  const subject = subjectOf(question.prompt)
  switch (task) {
    case 'EXPAND':
      return [
        `The thought at hand is this: ${subject}. Stated as a thesis, it claims that the change is worth its price.`,
        'Sub-questions: What would count as success? Who has to agree? What is the smallest trial?',
        'Implications: if it holds, the present way of working has to be given up within a month.',
        'Pre-mortem: it failed since nobody owned the first step. First principles: what is really needed is time. Inversion: doing nothing keeps the trouble. Steelman: the present way is known and cheap.',
      ].join('\n\n')
    case 'COUNTERPOINT':
      return [
        `The weakest point of "${subject}" is that nothing has been measured yet.`,
        ...items.map(({ id, words }) => `An earlier thought says otherwise [item:${id}]: "${words}".`),
        "Prior art: others have tried the same with mixed results. The devil's advocate asks what happens if it only works for a week.",
      ].join('\n\n')
    case 'SYNTHESIZE':
      return JSON.stringify(thesisOn(subject, items))
    case 'SUMMARIZE':
      return `${subject}. In short: it is worth a small trial before more is decided.`
    case 'BRIEFING':
      return briefingOn(subject)
    case 'REFLECTION':
      return JSON.stringify(reflectionOn(question.prompt))
    default:
      return /answer with json/i.test(question.system)
        ? '{"answer": "ready"}'
        : `On "${subject}": that is a sound thought, and the next step is to try it.`
  }
}

interface CitedItem {
  id: string
  /** The first words that stand behind the item's mark in the prompt: the person's own. */
  words: string
}

/** Every item that the prompt marks with `[item:ID]`, once, with the words behind the mark. */
export function citedItems(prompt: string): CitedItem[] {
  const items = new Map<string, string>()
  for (const found of prompt.matchAll(/\[item:([^\]\s]+)\]/g)) {
    const id = found[1] ?? ''
    const behind = prompt
      .slice(found.index + found[0].length, found.index + found[0].length + 600)
      .split(/\[item:/)[0]
      ?.split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length > 12)
    // The last of the first two lines: the first is often the title, the body comes behind it.
    const line = behind?.[1] ?? behind?.[0] ?? ''
    if (!items.has(id))
      items.set(
        id,
        line
          .split(/(?<=[.?]) /)[0]
          ?.slice(0, 120)
          .trim() ?? '',
      )
  }
  return [...items].map(([id, words]) => ({ id, words }))
}

/** The first line of the prompt with a few words in it. */
function subjectOf(prompt: string): string {
  const line = prompt.split('\n').find((candidate) => candidate.trim().split(/\s+/).length >= 3) ?? prompt
  return (
    line
      .trim()
      .replace(/[.!?]+$/, '')
      .slice(0, 120) || 'an empty thought'
  )
}

function thesisOn(subject: string, items: CitedItem[]): ThesisOutput {
  const settled = new Set(['problem-stated', 'scope-bounded', 'approach-selected', 'risks-acknowledged'])
  const cited = items[0]
  return {
    core: `${subject} is worth a bounded trial with a measure agreed beforehand.`,
    problem_statement: 'The present way costs more attention than it gives back.',
    sub_questions: ['What would count as success?', 'Who has to agree?', 'What is the smallest trial?'],
    supporting_arguments: [
      'A small trial costs little and can be undone.',
      ...(cited === undefined ? [] : [`An earlier thought points the same way [item:${cited.id}].`]),
    ],
    risks: ['The trial is too short to show anything.', 'Nobody owns the first step.'],
    prior_art: ['Others have tried the same with mixed results.'],
    open_questions: ['How long must the trial run?'],
    next_steps: ['Write down the measure of success.', 'Set the day of the trial.'],
    confidence: 'partially-vetted',
    contradictions: items
      .filter(({ words }) => words !== '')
      .slice(0, 2)
      .map(({ id, words }) => ({
        itemId: id,
        title: words.slice(0, 40),
        quote: words,
        reason: 'The earlier thought assumes the opposite.',
      })),
    lenses: [
      { lens: 'pre-mortem', text: 'It failed since nobody owned the first step.' },
      { lens: 'first-principles', text: 'What is really needed is time without interruption.' },
      { lens: 'inversion', text: 'Doing nothing keeps the trouble as it is.' },
      { lens: 'steelman', text: 'The present way is known, cheap and good enough for most.' },
    ],
    gates: gateNames.map((gate) =>
      settled.has(gate)
        ? { gate, status: 'closed', reason: 'The thought and its expansion say so.' }
        : { gate, status: 'open', reason: 'Nothing in the thought settles this yet.' },
    ),
    sources: [],
    dropped_citations: 0,
  }
}

/** One finding of each kind on the first notes of the prompt, quoted as they stand there. */
function reflectionOn(prompt: string) {
  const notes = [...prompt.matchAll(/^\[(\d+)\] (.+) \(\d{4}-\d\d-\d\d\)\n<note>\n([\s\S]*?)\n<\/note>/gm)]
  const quote = (index: number) => (notes[index]?.[3] ?? '').split('\n')[0] ?? ''
  return {
    themes: [
      { title: 'What these notes are about', text: 'They keep coming back to one subject.', items: notes.map((note) => Number(note[1])) },
    ],
    contradictions: [
      {
        title: 'Two ways that exclude each other',
        text: 'The first takes for granted what the second denies.',
        a: { item: 1, quote: quote(0) },
        b: { item: 2, quote: quote(1) },
      },
    ],
    patterns: [{ title: 'Plans without a day', text: 'Several notes plan something and name no day.', items: [1, 3] }],
    gaps: [{ title: 'Nobody is named', text: 'No note says who does it.', question: 'Who takes the first step, and when?', items: [2] }],
    connections: [{ title: 'One trial for both', text: 'A single trial would answer both notes.', items: [1, 2] }],
    narrative: `There are ${notes.length} notes. They come back to one subject, and two of them exclude each other.`,
  }
}

/** Some 330 words, the length of a spoken briefing. */
function briefingOn(subject: string): string {
  const sentences = [
    'Here is the short of it.',
    'The thought asks for a change that looks small from outside and large from within.',
    'It rests on one claim, and that claim has not been measured yet.',
    'What speaks for it is that a trial costs little and can be undone.',
    'What speaks against it is habit, and the fear of a bad week.',
    'Earlier thoughts in the vault touch the same question from another side.',
    'The next step is to write down what success would look like.',
    'After that, set a day, and keep the trial short.',
  ]
  const body = Array.from({ length: 4 }, () => sentences.join(' ')).join('\n\n')
  return `Today's thought: ${subject}.\n\n${body}`
}
