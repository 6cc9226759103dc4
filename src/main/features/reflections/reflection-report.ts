import type { FindingKind } from '../../../shared/contract/reflections'
import { plainLine } from '../../../shared/untrusted-text'
import type { FoundFinding } from './model-reflection'

const headings: Record<FindingKind, string> = {
  theme: 'Themes',
  contradiction: 'Contradictions',
  pattern: 'Patterns',
  gap: 'Gaps and questions',
  connection: 'Connections',
}
const order: readonly FindingKind[] = ['theme', 'contradiction', 'pattern', 'gap', 'connection']

/**
 * In local time; there may be several on one day. The format is made for each call, since it keeps the time zone it was made in, and the
 * computer may travel while the app runs.
 */
const dateAndTime = (at: number) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(at)

export interface ReportedReflection {
  findings: readonly FoundFinding[]
  narrative: string
  /** Milliseconds. */
  until: number
  itemCount: number
  titleOf: (itemId: string) => string
}

/** The item that a reflection becomes: its title, and its Markdown with the findings under their kinds, each with the thoughts it cites. */
export function reflectionReport({ findings, narrative, until, itemCount, titleOf }: ReportedReflection): { title: string; body: string } {
  const named = (itemId: string) => `“${escaped(plainLine(titleOf(itemId), 120))}”`
  const sections = order.flatMap((kind) => {
    const own = findings.filter((finding) => finding.kind === kind)
    if (own.length === 0) return []
    return [`## ${headings[kind]}`, ...own.map((finding) => paragraphOf(finding, named))]
  })
  const body = [escaped(narrative), ...sections, `From ${itemCount} thoughts.`].filter((part) => part !== '').join('\n\n')
  return { title: `Reflection, ${dateAndTime(until)}`, body }
}

function paragraphOf({ kind, title, text, question, citations }: FoundFinding, named: (itemId: string) => string): string {
  const lines = [`**${escaped(title)}**`]
  if (text !== title && text !== question) lines.push(escaped(text))
  if (question !== null && question !== title) lines.push(escaped(question))
  if (kind === 'contradiction')
    lines.push(
      citations.map(({ itemId, quote }) => `- ${named(itemId)}${quote === null ? '' : `: “${escaped(plainLine(quote, 400))}”`}`).join('\n'),
    )
  else lines.push(`In ${citations.map(({ itemId }) => named(itemId)).join(', ')}.`)
  return lines.join('\n\n')
}

/** Words of a model or a thought that must not become names of other thoughts, pictures or headings. */
function escaped(text: string): string {
  return text
    .replace(/!\[/g, '!\\[')
    .replace(/\[\[/g, '[\\[')
    .replace(/^(\s*)#/gm, '$1\\#')
}
