/** A tool's result as a message holds it, freed of its wrapping. */
export interface ToolResult {
  toolName: string
  /** The input of the call that it answers; undefined when the call is not there any more. */
  input: unknown
  /** The JSON value, or the text. */
  value: unknown
  isError: boolean
}

/** What becomes of an older result: a text in its place, nothing done, or call and result taken out together. */
export type Summary = { kind: 'text'; text: string } | { kind: 'keep' } | { kind: 'drop' }

export type Summarize = (result: ToolResult) => Summary

/** Lines of results that a summary of a search keeps (docs/collect-pipeline.md, "Tool summaries"). */
const MOST_RESULT_LINES = 20
/** Characters that any other result keeps (docs/collect-pipeline.md, "Tool summaries"). */
const LONGEST_OTHER = 200

const summaries: Record<string, (result: ToolResult) => Summary | undefined> = {
  search: summarizeSearch,
  processUrls: summarizeUrls,
  findItems: summarizeFound,
  modifyItems: summarizeOperations,
  getWorkspaceOverview: () => ({ kind: 'keep' }),
  reportProgress: () => ({ kind: 'drop' }),
}

/**
 * Shortens an older tool result in the way that keeps what the agent still needs of it (docs/collect-pipeline.md, "Tool summaries"): the addresses of
 * a search, the counts of pages, the outcome of changes. A result that is not of the tool's usual form, an error above all, is cut to 200 characters.
 */
export const summarizeToolResult: Summarize = (result) => {
  const own = result.isError ? undefined : Object.hasOwn(summaries, result.toolName) ? summaries[result.toolName]?.(result) : undefined
  return own ?? { kind: 'text', text: shorten(result.value) }
}

function shorten(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > LONGEST_OTHER ? `${text.slice(0, LONGEST_OTHER)}…` : text
}

function summarizeSearch({ input, value }: ToolResult): Summary | undefined {
  if (!isRecord(value) || !Array.isArray(value.results)) return undefined
  const results = value.results.filter(isRecord)
  const errors = recordsOf(value.errors)
  const failure = textOf(value.error) ?? textOf(errors[0]?.error)
  if (results.length === 0 && failure !== undefined) return line(`search failed: ${failure}`)
  const queries = isRecord(input) && Array.isArray(input.queries) ? input.queries.map((query) => `"${String(query)}"`).join(', ') : ''
  const shown = results.slice(0, MOST_RESULT_LINES).map(({ title, url }) => `- ${String(title ?? '')} | ${String(url ?? '')}`)
  const more = results.length - shown.length
  return line([`search ${queries}: ${results.length} results`, ...shown, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n'))
}

function summarizeUrls({ value }: ToolResult): Summary | undefined {
  if (!Array.isArray(value)) return undefined
  const pages = value.filter(isRecord)
  const items = pages.reduce((sum, page) => sum + countOf(page.count), 0)
  const failed = pages.filter((page) => textOf(page.error) !== undefined).length
  const lines = pages.map((page) => {
    const error = textOf(page.error)
    return error === undefined
      ? `- ${String(page.url)}: ${countOf(page.count)} items${names(page.items)}`
      : `- ${String(page.url)}: ${error}`
  })
  return line([`processUrls: ${pages.length} URLs, ${items} items, ${failed} failed`, ...lines].join('\n'))
}

function summarizeFound({ value }: ToolResult): Summary | undefined {
  if (!isRecord(value) || !Array.isArray(value.items)) return undefined
  return line(`findItems: ${countOf(value.count)} items${names(value.items)}`)
}

function summarizeOperations({ value }: ToolResult): Summary | undefined {
  if (!isRecord(value) || !Array.isArray(value.results)) return undefined
  const lines = value.results
    .filter(isRecord)
    .map(({ action, slug, ok, error }) => `- ${String(action)} ${String(slug)}: ${ok === true ? 'ok' : (textOf(error) ?? 'failed')}`)
  return line([`modifyItems: ${countOf(value.applied)} applied, ${countOf(value.failed)} failed`, ...lines].join('\n'))
}

function names(items: unknown): string {
  const found = recordsOf(items).flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
  return found.length === 0 ? '' : ` (${found.join(', ')})`
}

function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function line(text: string): Summary {
  return { kind: 'text', text }
}

function countOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
