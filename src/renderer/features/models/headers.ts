/** A header as it stands in the form. */
export interface HeaderDraft {
  /** Tells rows apart on screen. */
  key: number
  name: string
  value: string
}

/** The most headers of one server (shared/contract/endpoints.ts). */
export const MOST_HEADERS = 30

export function withNewHeader(drafts: readonly HeaderDraft[], name = ''): HeaderDraft[] {
  return [...drafts, { key: Math.max(-1, ...drafts.map((draft) => draft.key)) + 1, name, value: '' }]
}

/** What is wrong with a row, in words; undefined when it can be sent, or when it is empty and is left out. */
export function headerProblem(draft: HeaderDraft, all: readonly HeaderDraft[]): string | undefined {
  const name = draft.name.trim().toLowerCase()
  if (name === '') return draft.value === '' ? undefined : 'Give the header a name.'
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) return 'A name of a header holds letters, digits and dashes only.'
  const first = all.find((other) => other.name.trim().toLowerCase() === name)
  if (first !== undefined && first.key !== draft.key) return 'This header is above already. Change it there.'
  if (draft.value.trim() === '') return `Give the value of ${draft.name.trim()}, or remove the row.`
  return undefined
}

/** The headers to save; empty rows are left out. */
export function readHeaders(drafts: readonly HeaderDraft[]): { name: string; value: string }[] {
  return drafts.filter(({ name }) => name.trim() !== '').map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
}
