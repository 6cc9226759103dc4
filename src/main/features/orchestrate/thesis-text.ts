import type { ThesisOutput } from '../../../shared/entities'
import { gateTitles } from '../../../shared/gate-titles'

function list(heading: string, texts: readonly string[]): string {
  return texts.length === 0 ? '' : `**${heading}**\n\n${texts.map((text) => `- ${text}`).join('\n')}`
}

function contradictions({ contradictions: all, sources }: ThesisOutput): string[] {
  return all.map(({ itemId, title, reason }) => {
    const source = sources.find((one) => one.itemId === itemId)
    return `Against “${title}”${source ? ` [${source.n}]` : ''}: ${reason}`
  })
}

/** A thesis as Markdown, for the steps that come after it. `[n]` are the thesis's own sources. */
export function thesisText(output: ThesisOutput): string {
  const closed = output.gates.filter((gate) => gate.status === 'closed')
  const open = output.gates.filter((gate) => gate.status === 'open')
  return [
    output.core,
    output.problem_statement ?? '',
    list('What speaks for it', output.supporting_arguments),
    list('Risks', output.risks),
    list('Contradictions', contradictions(output)),
    list('Prior art', output.prior_art),
    list('Open questions', output.open_questions),
    list('Next steps', output.next_steps),
    `${closed.length} of ${output.gates.length} gates are closed.`,
    list(
      'Open gates',
      open.map(({ gate, reason }) => `${gateTitles[gate]}: ${reason}`),
    ),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
}

const SHOWN = 3

/** The answer of a plan without a model: what the thesis says, in short. '' without one. */
export function outlineAnswer(output: ThesisOutput | null): string {
  if (output === null) return ''
  const against = [...contradictions(output), ...output.risks]
  return [
    output.core,
    list('What speaks for it', output.supporting_arguments.slice(0, SHOWN)),
    list('What speaks against it', against.slice(0, SHOWN)),
    list('Still open', output.open_questions.slice(0, SHOWN)),
    list('Next', output.next_steps.slice(0, SHOWN)),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
}
