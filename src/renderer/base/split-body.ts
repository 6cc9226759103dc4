/** A body taken apart so that its first line can be edited as the title it is. `join` puts it together again. */
export interface SplitBody {
  /** What stands before the title in the body, such as "# ". */
  lead: string
  /** The empty lines between title and rest. */
  gap: string
}

/** Titles have at most 1,000 characters; marks may make their line a few times as long. */
const LONGEST_LINE = 8000

/** The words of a line without Markdown's marks on words, as the vault takes a title from it. */
function plain(line: string): string {
  return line
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[\[([^\]|]+\|)?([^\]]+)\]\]/g, '$2')
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
    .trim()
}

/** Takes a body apart when its first line is the item's title; undefined when the title is not there (given, or cut off). */
export function splitBody(body: string, title: string, givenTitle: string): (SplitBody & { title: string; rest: string }) | undefined {
  if (givenTitle !== '' || title === '') return undefined
  // A line far longer than any title is not taken apart: the search for marks in it would take seconds.
  const from = body.search(/\S/)
  if (from < 0 || (!/[\r\n]/.test(body.slice(from, from + LONGEST_LINE)) && body.length - from > LONGEST_LINE)) return undefined
  const match = /^(\s*(?:#{1,6}[ \t]+)?)([^\r\n]*)((?:\r\n|\r|\n)(?:\s*(?:\r\n|\r|\n))?)?/.exec(body)
  if (!match) return undefined
  const [all, lead = '', line = '', gap = ''] = match
  if (plain(line) === '' || plain(line) !== plain(title)) return undefined
  return { lead, title: line, gap, rest: body.slice(all.length) }
}

/** The body that title and rest make; without a title the rest alone. */
export function joinBody({ lead, gap }: SplitBody, title: string, rest: string): string {
  if (title.trim() === '') return rest
  return lead + title + (gap === '' && rest !== '' ? '\n\n' : gap) + rest
}
