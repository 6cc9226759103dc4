import type { EngineLabel, ThesisOutput } from '../../../shared/entities'
import { gateTitles } from '../../../shared/gate-titles'
import type { Context } from './context'
import { safeLine, wrapText } from './terminal-text'

/** A thesis as a person reads it in a terminal. */
export function thesisText(context: Pick<Context, 'bold' | 'dim' | 'columns'>, thesis: ThesisOutput, engine: EngineLabel | null): string {
  const columns = Math.min(context.columns, 100)
  const lines: string[] = []
  const wrapped = (text: string, indent: string) => wrapText(safeLine(text), columns, indent)
  const item = (text: string) => `  - ${wrapped(text, '    ').trimStart()}`
  const section = (title: string, texts: readonly string[]) => {
    if (texts.length > 0) lines.push('', context.bold(title), ...texts.map(item))
  }

  lines.push(context.bold('Thesis'), wrapped(thesis.core, '  '))
  if (thesis.problem_statement) lines.push('', context.bold('Problem'), wrapped(thesis.problem_statement, '  '))
  section('Supporting arguments', thesis.supporting_arguments)
  section('Sub-questions', thesis.sub_questions)
  section('Risks', thesis.risks)
  section('Prior art', thesis.prior_art)
  section(
    'Contradictions with earlier thoughts',
    thesis.contradictions.map(({ title, quote, reason }) => `${title}: "${quote}" ${reason}`),
  )
  section(
    'Seen through',
    thesis.lenses.map(({ lens, text }) => `${lens}: ${text}`),
  )
  section('Open questions', thesis.open_questions)
  section('Next steps', thesis.next_steps)
  lines.push('', context.bold('Gates'))
  for (const { gate, status, reason } of thesis.gates)
    lines.push(`  ${status === 'closed' ? '[x]' : '[ ]'} ${wrapped(`${gateTitles[gate]}: ${reason}`, '      ').trimStart()}`)
  section(
    'Sources',
    thesis.sources.map(({ n, title }) => `[${n}] ${title}`),
  )
  if (engine) lines.push('', context.dim(`Made by: ${safeLine(engine.label)}`))
  return `${lines.join('\n')}\n`
}
