import type { IdKind } from '../../../shared/contract/upkeep'
import type { Context } from './context'
import { Failure } from './failure'
import { readLines } from './read-text'
import { safeLine } from './terminal-text'

const whole = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const names: Record<IdKind, string> = { item: 'thought', job: 'job', collection: 'collection' }
const listed: Record<IdKind, string> = { item: 'list', job: 'jobs', collection: 'collect --list' }

/** The end of an id, as lists show it: ids that were made in the same minute begin alike. */
export const shortId = (id: string): string => id.slice(-8)

/** The id that a person means by a beginning or an end of it; "-" is the first line of standard input. Throws Failure unless there is exactly one. */
export async function findId(context: Context, kind: IdKind, typed: string): Promise<string> {
  const given = typed === '-' ? ((await readLines(context.io))[0] ?? '') : typed
  const part = given.trim().toLowerCase()
  if (whole.test(part)) return part
  if (!/^[0-9a-f-]{4,36}$/.test(part))
    throw new Failure(
      'usage',
      `"${safeLine(given).slice(0, 60)}" is not the id of a ${names[kind]}: at least four of the letters 0-9 and a-f. \`cortexa ${listed[kind]}\` shows them.`,
    )
  const { matches } = await (await context.owner()).call('find-id', { kind, part })
  const [first, ...others] = matches
  if (first === undefined)
    throw new Failure('notFound', `No ${names[kind]} has an id with "${part}". \`cortexa ${listed[kind]}\` shows the ids there are.`)
  if (others.length > 0) {
    const some = matches.map(({ id, title }) => `\n  ${id}  ${safeLine(title).slice(0, 60)}`).join('')
    throw new Failure('notFound', `More than one ${names[kind]} has an id with "${part}"; give more of it:${some}`)
  }
  return first.id
}
