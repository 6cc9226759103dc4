import { describe, expect, test } from 'vitest'
import { firstChatModel, matchModels, purposeOf, sortModels } from '../../../../src/renderer/features/models/model-names'

describe('purposeOf', () => {
  test.each([
    ['llama3.2:3b', 'text'],
    ['anthropic/claude-sonnet-4.5', 'text'],
    ['gpt-4o-mini', 'text'],
    ['nomic-embed-text:latest', 'embedding'],
    ['text-embedding-3-small', 'embedding'],
    ['BAAI/bge-large', 'embedding'],
    ['mxbai-embed-large', 'embedding'],
    ['all-minilm:l6-v2', 'embedding'],
    ['tts-1-hd', 'voice'],
    ['gpt-4o-mini-tts', 'voice'],
    ['speaches-ai/Kokoro-82M-v1.0-ONNX', 'voice'],
    ['xtts_v2', 'voice'],
    ['whisper-large-v3', null],
    ['bge-reranker-v2-m3', null],
    ['gpt-image-1', null],
    // Words that only hold such letters are models that write.
    ['bigger-e5000', 'text'],
    ['embarcadero', 'text'],
    ['lettuce-attsel', 'text'],
  ])('%s is for %s', (name, purpose) => {
    expect(purposeOf(name)).toBe(purpose)
  })
})

test('the likely ones come first, and none is lost', () => {
  const models = ['nomic-embed-text', 'gemma3:4b', 'kokoro', 'whisper-1', 'qwen3:8b'].map((id) => ({ id }))
  const ids = (purpose: 'text' | 'embedding' | 'voice') => {
    const { likely, others } = sortModels(models, purpose)
    return [likely.map(({ id }) => id), others.length]
  }
  expect(ids('text')).toEqual([['gemma3:4b', 'qwen3:8b'], 3])
  expect(ids('embedding')).toEqual([['nomic-embed-text'], 4])
  expect(ids('voice')).toEqual([['kokoro'], 4])
})

test('a model that cannot write is never chosen for thinking by itself', () => {
  expect(firstChatModel(['nomic-embed-text:latest', 'bge-m3', 'llama3.2:3b'])).toBe('llama3.2:3b')
  expect(firstChatModel(['BAAI/bge-large', 'intfloat/e5-base', 'Qwen/Qwen3-8B'])).toBe('Qwen/Qwen3-8B')
  expect(firstChatModel(['nomic-embed-text'])).toBeUndefined()
  expect(firstChatModel([])).toBeUndefined()
})

test('typing narrows by every word, in any case, wherever it stands', () => {
  const models = ['anthropic/claude-sonnet-4.5', 'openai/gpt-5', 'anthropic/claude-haiku-4.5'].map((id) => ({ id }))
  expect(matchModels(models, ' Haiku claude ')).toEqual([{ id: 'anthropic/claude-haiku-4.5' }])
  expect(matchModels(models, '')).toHaveLength(3)
  expect(matchModels(models, '.*')).toHaveLength(0)
})
