import type { Item } from '../../../shared/entities'

/** What of an item an edit changes. */
export type ItemText = Pick<Item, 'givenTitle' | 'body'>

/** An edit that takes away more than this many characters can be taken back in one press. */
const MUCH = 200

/** What is worth saying of an edit when it is over; undefined for one that took little away. */
export function lossWords(before: ItemText, after: ItemText): string | undefined {
  const had = before.body.length + before.givenTitle.length
  const has = after.body.length + after.givenTitle.length
  if (`${after.givenTitle}${after.body}`.trim() === '')
    return `${before.givenTitle}${before.body}`.trim() === '' ? undefined : 'The thought is empty now.'
  if (had - has <= MUCH) return undefined
  return `The thought is ${(had - has).toLocaleString('en-GB')} characters shorter now.`
}
