import { describe, expect, it } from 'vitest'
import { fullCapabilities, parseCapabilities, stepDown } from '../../../src/main/core/llm/capability-ladder'

const sent = { purpose: 'chat' as const, format: false, limit: true, images: true }

describe('a model that is shown pictures', () => {
  it.each([
    [400, 'This model does not support image input.'],
    [500, 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'],
    [422, 'messages[0].content: invalid type: sequence, expected a string'],
    [400, 'messages.1.content must be a string'],
    [404, 'No endpoints found that support image input'],
  ])('is asked without them after a %i: %s', (status, words) => {
    const next = stepDown(fullCapabilities, { status, words, explained: false }, sent)
    expect(next).toEqual({ ...fullCapabilities, images: false })
    // The same words without pictures are about something else.
    expect(stepDown(fullCapabilities, { status, words, explained: true }, { ...sent, images: false })?.images).toBeUndefined()
  })

  it('loses the pictures before anything else when the server explains nothing', () => {
    const next = stepDown(fullCapabilities, { status: 400, words: 'bad request', explained: false }, { ...sent, format: true })
    expect(next).toEqual({ ...fullCapabilities, images: false })
  })

  it('keeps them when the refusal is of another field', () => {
    const next = stepDown(fullCapabilities, { status: 400, words: 'unknown field stream_options', explained: false }, sent)
    expect(next?.images).toBeUndefined()
    expect(next?.streamUsage).toBe(false)
  })

  it('is remembered as one that does not see, and anything else as unknown', () => {
    expect(parseCapabilities({ ...fullCapabilities, images: false })?.images).toBe(false)
    expect(parseCapabilities({ ...fullCapabilities, images: 'no' })?.images).toBeUndefined()
  })
})
