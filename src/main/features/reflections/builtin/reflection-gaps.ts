import type { GateName } from '../../../../shared/entities'
import { gateTitles } from '../../../../shared/gate-titles'
import { overlap } from '../../thinking/builtin/key-sentence'
import { distinct } from '../../thinking/builtin/questions'
import { ownUnits, type Unit } from '../../thinking/builtin/reading'
import type { FoundFinding } from '../model-reflection'
import type { ReflectedNote } from './reflection-notes'

/** A statement with so much of a question's words says something to it. */
const ANSWERED = 0.6
const MOST_QUESTIONS = 8
const MOST_GATES = 4

/** What an open gate asks of a thought. */
const gateQuestions: Record<GateName, (title: string) => string> = {
  'problem-stated': (title) => `What is the problem behind ${title}, and whose is it?`,
  'success-criterion': (title) => `What would show that ${title} works, and by when?`,
  'scope-bounded': (title) => `What does ${title} leave out?`,
  'approach-selected': (title) => `Which way do you choose for ${title}?`,
  'open-questions-resolved': (title) => `Which question about ${title} has to be answered first?`,
  'prior-art-reviewed': (title) => `Who has tried something like ${title} before, and with what result?`,
  'risks-acknowledged': (title) => `How could ${title} go wrong?`,
  'first-milestone-identified': (title) => `What is the first step of ${title}, and when?`,
}

/** Questions that notes ask and no other note says anything to, in the person's words; and what open gates of theses ask. Yields after each. */
export function* findGaps(notes: readonly ReflectedNote[]): Generator<undefined, FoundFinding[]> {
  return [...(yield* openQuestions(notes)), ...openGates(notes)]
}

function* openQuestions(notes: readonly ReflectedNote[]): Generator<undefined, FoundFinding[]> {
  const statements = notes.map(({ reading }) => ownUnits(reading).filter((unit) => !unit.question && unit.stems.size >= 2))
  const asked: { note: ReflectedNote; text: string }[] = []
  for (const [index, note] of notes.entries())
    for (const unit of ownUnits(note.reading)) {
      if (!unit.question || unit.stems.size < 2) continue
      if (!isAnswered(unit, statements, index)) asked.push({ note, text: unit.text })
      yield
    }
  const kept = new Set(
    distinct(
      asked.map(({ text }) => text),
      MOST_QUESTIONS,
    ),
  )
  return asked.flatMap(({ note, text }): FoundFinding[] => {
    if (!kept.delete(text)) return []
    return [
      {
        kind: 'gap',
        title: text.length <= 120 ? text : `A question in “${note.thought.title}”`,
        text: `“${note.thought.title}” asks this, and none of these thoughts answers it.`,
        question: text,
        citations: [{ itemId: note.thought.id, quote: null }],
      },
    ]
  })
}

/** The note's own later sentences count too, when they are not the question itself. */
function isAnswered(question: Unit, statements: readonly (readonly Unit[])[], own: number): boolean {
  return statements.some((units, index) =>
    units.some((unit) => overlap(question.stems, unit.stems) >= ANSWERED && (index !== own || unit.index > question.index)),
  )
}

function openGates(notes: readonly ReflectedNote[]): FoundFinding[] {
  return notes
    .filter(({ thought }) => thought.openGates.length > 0)
    .sort((a, b) => b.thought.openGates.length - a.thought.openGates.length)
    .slice(0, MOST_GATES)
    .flatMap(({ thought }): FoundFinding[] => {
      const [first] = thought.openGates
      if (!first) return []
      const question = gateQuestions[first.gate](`“${thought.title}”`)
      const others = thought.openGates.length - 1
      return [
        {
          kind: 'gap',
          title: `${gateTitles[first.gate]}: “${thought.title}”`,
          text: `This gate is open${others === 0 ? '' : `, and ${others} more`}. ${first.reason}`.trim(),
          question,
          citations: [{ itemId: thought.id, quote: null }],
        },
      ]
    })
}
