import { attempt } from '../../base/attempt'
import { client } from '../../base/client'
import { showToast } from '../../ui/toast'
import { type ItemText, lossWords } from './loss-words'

/** After an edit that emptied a thought or took much of it away: says so, with Undo that brings the earlier text back. */
export function offerBack(id: string, before: ItemText, after: ItemText): void {
  const words = lossWords(before, after)
  if (words === undefined) return
  const title = before.givenTitle === after.givenTitle ? {} : { title: before.givenTitle }
  showToast(words, () => void attempt(() => client.call('update-item', { id, body: before.body, ...title })))
}
