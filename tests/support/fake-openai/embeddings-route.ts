import type { Fault } from './faults'
import { embedText, toBase64 } from './vectors'

type Json = Record<string, unknown>

export function embeddingsOf(body: Json, dimensions: number, fault: Fault | undefined): Json {
  const input = Array.isArray(body.input) ? body.input.map(String) : [String(body.input ?? '')]
  const how = fault?.kind === 'vectors' ? fault.how : undefined
  if (how === 'not-a-list') return { object: 'list', data: 'none' }
  const data = input.map((text, index): Json => {
    const vector = embedText(text, how === 'mixed-lengths' && index === input.length - 1 ? dimensions - 1 : dimensions)
    const spoilt =
      how === 'zeros' ? vector.map(() => 0) : how === 'nan' ? vector.map((number, place) => (place === 3 ? null : number)) : vector
    return { object: 'embedding', index, embedding: how === 'base64' ? toBase64(vector) : spoilt }
  })
  if (how === 'one-missing') data.pop()
  if (how === 'reversed') data.reverse()
  const tokens = Math.ceil(input.join('').length / 4)
  return { object: 'list', model: body.model, data, usage: { prompt_tokens: tokens, total_tokens: tokens } }
}

/** How many tokens each input has (four characters a token). */
export function tokensOf(input: unknown): number[] {
  return (Array.isArray(input) ? input : [input]).map((text) => Math.ceil(String(text ?? '').length / 4))
}
