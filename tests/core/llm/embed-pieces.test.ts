import { describe, expect, it } from 'vitest'
import { splitByTokens } from '../../../src/main/core/llm/count-tokens'
import { meanOf } from '../../../src/main/core/llm/embed-pieces'
import { errorOf, withEndpoint } from './endpoint-fixture'

const use = withEndpoint()
const inputs = () => use.server.requests.map(({ body }) => body.input as string[])
const lengthOf = (vector: Float32Array | undefined) => Math.hypot(...(vector ?? []))
const paragraph = (subject: string) => `I thought about ${subject} for a long time and wrote down what came of it. `.repeat(40)

describe('an embedding model that refuses long texts', () => {
  it('gets the halves, and the vector is their mean, of unit length, near to what the text is about', async () => {
    use.server.setBehaviour({ embeddingTokens: 512 })
    const [long, bikes, trains] = (
      await use.endpoint.embed([paragraph('bicycles and helmets'), 'bicycles helmets', 'locomotives'], use.context())
    ).vectors
    expect(lengthOf(long)).toBeCloseTo(1, 5)
    const near = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()) =>
      a.reduce((sum, number, place) => sum + number * (b[place] ?? 0), 0)
    expect(near(long, bikes)).toBeGreaterThan(near(long, trains) + 0.2)
  })

  it('loses no text: what was embedded in the end is the whole of it', async () => {
    use.server.setBehaviour({ embeddingTokens: 512 })
    const text = paragraph('bicycles')
    await use.endpoint.embed([text], use.context())
    const taken = inputs()
      .flat()
      .filter((piece) => piece.length / 4 <= 512)
    expect(taken.join('')).toBe(text)
    expect(taken.length).toBeGreaterThan(1)
  })

  it('counts a refusal for length as no failure in the record', async () => {
    use.server.setBehaviour({ embeddingTokens: 512 })
    await use.endpoint.embed([paragraph('bicycles')], use.context())
    expect(use.records.map(({ errorCode }) => errorCode)).toEqual(use.records.map(() => null))
    expect(use.records[0]?.finishReason).toBe('halved')
  })

  it('remembers what was refused: the next long text is cut before it is sent', async () => {
    use.server.setBehaviour({ embeddingTokens: 512 })
    await use.endpoint.embed([paragraph('bicycles')], use.context())
    const before = use.records.length
    await use.endpoint.embed([paragraph('locomotives')], use.context())
    expect(use.records.slice(before).map(({ finishReason }) => finishReason)).not.toContain('halved')
  })

  it('keeps the order where one text of many is too long, and bounds the calls', async () => {
    use.server.setBehaviour({ embeddingTokens: 512 })
    const texts = Array.from({ length: 32 }, (_none, at) => (at === 13 ? paragraph('bicycles') : `word${at}`))
    const { vectors } = await use.endpoint.embed(texts, use.context())
    expect(vectors).toHaveLength(32)
    expect(vectors.every((vector) => vector.length === 384)).toBe(true)
    const alone = await use.endpoint.embed(['word12', 'word14'], use.context())
    expect([vectors[12], vectors[14]]).toEqual(alone.vectors)
    expect(use.server.requests.length).toBeLessThan(30)
  })

  it('gives up at the floor, in a bounded number of calls, with the words of the server', async () => {
    use.server.failAlways({ kind: 'status', status: 400, message: 'the input length exceeds the context length' })
    const error = await errorOf(use.endpoint.embed([paragraph('bicycles')], use.context()))
    expect(error.code).toBe('MODEL_CONTEXT_TOO_LONG')
    expect(error.data?.serverWords).toBe('the input length exceeds the context length')
    expect(use.server.requests.length).toBeLessThan(12)
    expect(use.records.at(-1)?.errorCode).toBe('MODEL_CONTEXT_TOO_LONG')
  })

  it('takes 3,000 lines of marks, a token for each character', async () => {
    use.server.setBehaviour({ embeddingTokens: 512 })
    const lines = Array.from({ length: 3_000 }, () => '=:{}$|').join('\n')
    const pieces = splitByTokens(lines, 1_200)
    const { vectors } = await use.endpoint.embed(pieces, use.context())
    expect(vectors).toHaveLength(pieces.length)
  })
})

describe('meanOf', () => {
  it('weighs by tokens and not by the length of a vector', () => {
    const mean = meanOf([Float32Array.of(5, 0), Float32Array.of(0, 0.1)], [1, 1])
    expect([...mean].map((number) => number.toFixed(3))).toEqual(['0.707', '0.707'])
    const [x = 0, y = 0] = meanOf([Float32Array.of(1, 0), Float32Array.of(0, 1)], [3, 1])
    expect(x / y).toBeCloseTo(3, 5)
  })

  it('refuses vectors of different lengths', () => {
    expect(() => meanOf([Float32Array.of(1, 0), Float32Array.of(1)], [1, 1])).toThrow(/different lengths/)
  })
})

describe('bad vectors', () => {
  const vector = [0.1, 0.2, 0.3]
  it.each([
    [
      'more than texts',
      [
        { index: 0, embedding: vector },
        { index: 1, embedding: vector },
      ],
      /2 vectors came for 1 texts/,
    ],
    ['none at all', [], /0 vectors came for 1 texts/],
    ['Base64 that is none', [{ index: 0, embedding: 'not base64 at all' }], /cannot be decoded|no numbers/],
    ['Base64 of zeros', [{ index: 0, embedding: Buffer.alloc(12).toString('base64') }], /all zeros/],
    ['Base64 of NaN', [{ index: 0, embedding: Buffer.from(Float32Array.of(1, Number.NaN).buffer).toString('base64') }], /no numbers/],
    ['an empty vector', [{ index: 0, embedding: [] }], /empty/],
    ['an index beyond the end', [{ index: 7, embedding: vector }], /numbering/],
    ['a list of texts', [{ index: 0, embedding: ['a', 'b'] }], /no list of vectors/],
    ['numbers beyond what a float holds', [{ index: 0, embedding: [1e300, 1] }], /no numbers/],
  ])('%s are refused with a plain reason', async (_name, data, why) => {
    use.server.replay({ status: 200, body: { object: 'list', data } })
    const error = await errorOf(use.endpoint.embed(['a'], use.context()))
    expect([error.code, error.message]).toEqual(['MODEL_BAD_OUTPUT', expect.stringMatching(why)])
    expect(error.message).toMatch(/^fake-embedder gave embeddings that cannot be used/)
  })

  it('are not searched with: a model that only chats says so', async () => {
    use.server.replay(
      ...Array.from({ length: 3 }, () => ({
        status: 400,
        body: { error: { message: 'this model does not support embeddings', type: 'api_error' } },
      })),
    )
    const error = await errorOf(use.endpoint.embed(['a'], use.context()))
    expect([error.code, error.message]).toEqual(['MODEL_UNKNOWN', expect.stringMatching(/makes no embeddings with "fake-embedder"/)])
  })
})
