import type { ModelPrice } from '../../../shared/contract/usage'
import { readPrice } from '../../base/read-number'

/** The most prices that are kept (shared/contract/settings.ts). */
export const MOST_PRICES = 100
/** The longest name of a model (shared/contract/usage.ts). */
const LONGEST_NAME = 300

/** A price as it stands in the table while it is typed. */
export interface PriceDraft {
  /** Tells rows apart on screen; not stored. */
  key: number
  model: string
  input: string
  output: string
  /** What is stored of this row; it stays until the row can be kept again. */
  stored: ModelPrice | undefined
}

export type PriceField = 'model' | 'input' | 'output'
export type PriceProblem = { field: PriceField; words: string }

export function draftsOf(prices: readonly ModelPrice[]): PriceDraft[] {
  return prices.map((price, key) => ({
    key,
    model: price.model,
    input: String(price.input),
    output: String(price.output),
    stored: price,
  }))
}

/** An empty row below the others. */
export function withNewDraft(drafts: readonly PriceDraft[]): PriceDraft[] {
  const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1
  return [...drafts, { key, model: '', input: '', output: '', stored: undefined }]
}

/** What is wrong with one row, the first fault in reading order; undefined when it can be kept. */
export function priceProblem(draft: PriceDraft, all: readonly PriceDraft[]): PriceProblem | undefined {
  const model = draft.model.trim()
  if (model === '') return { field: 'model', words: 'Give the name of the model as the server calls it.' }
  if (model.length > LONGEST_NAME) return { field: 'model', words: `A name has at most ${LONGEST_NAME} letters.` }
  const first = all.find((other) => other.model.trim() === model)
  if (first !== undefined && first.key !== draft.key) return { field: 'model', words: `${model} has a price above. Change it there.` }
  for (const field of ['input', 'output'] as const)
    if (readPrice(draft[field]) === undefined) return { field, words: 'Write the price as a number from 0, such as 0.15.' }
  return undefined
}

function priceOf(draft: PriceDraft, all: readonly PriceDraft[]): ModelPrice | undefined {
  const input = readPrice(draft.input)
  const output = readPrice(draft.output)
  if (priceProblem(draft, all) !== undefined || input === undefined || output === undefined) return draft.stored
  return { model: draft.model.trim(), input, output }
}

/** The rows with what is stored of each once they are saved. */
export function withStored(drafts: readonly PriceDraft[]): PriceDraft[] {
  return drafts.map((draft) => ({ ...draft, stored: priceOf(draft, drafts) }))
}

/** What is to be stored: of each row its new price, or the old one while the row cannot be kept; each model once. */
export function keptPrices(drafts: readonly PriceDraft[]): ModelPrice[] {
  const prices = new Map<string, ModelPrice>()
  for (const { stored } of withStored(drafts)) if (stored && !prices.has(stored.model)) prices.set(stored.model, stored)
  return [...prices.values()]
}
