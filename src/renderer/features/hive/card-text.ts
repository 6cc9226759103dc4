import { AppError } from '../../../shared/errors'

/** What `add-hive-peer` takes; a card is a few hundred letters. */
const LONGEST_CARD_TEXT = 10_000

/** The part of pasted text, however long it is, that may hold a card. Throws BAD_INPUT when a long text holds none. */
export function cardIn(text: string): string {
  if (text.length <= LONGEST_CARD_TEXT) return text
  const at = text.indexOf('cortexa-peer:')
  if (at < 0) throw new AppError('BAD_INPUT', 'There is no card in this text. A card is one line that begins with “cortexa-peer:”.')
  return text.slice(at, at + LONGEST_CARD_TEXT)
}
