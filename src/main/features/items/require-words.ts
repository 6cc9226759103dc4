import { AppError } from '../../../shared/errors'
import type { ItemRow } from './item-store'

/** Refuses a thought without any words. `what` ends the sentence: "there is nothing to read aloud". */
export function requireWords(item: Pick<ItemRow, 'body' | 'given_title'>, what: string): void {
  if (item.body.trim() === '' && item.given_title.trim() === '') {
    throw new AppError('BAD_INPUT', `This thought is empty, so there is nothing ${what}. Write something first.`)
  }
}
