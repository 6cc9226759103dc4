import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createReasoningFilter, splitReasoning } from '../../../src/main/core/llm/reasoning-filter'

function stream(pieces: string[]): { text: string; reasoning: string } {
  const filter = createReasoningFilter()
  const parts = [...pieces.map((piece) => filter.push(piece)), filter.end()]
  return { text: parts.map((part) => part.text).join(''), reasoning: parts.map((part) => part.reasoning).join('') }
}

describe('createReasoningFilter', () => {
  it.each([
    ['a block first', '<think>hm</think>answer', 'answer', 'hm'],
    ['nested blocks', '<think>a<think>b</think>c</think>answer', 'answer', 'abc'],
    ['a block that is never closed', 'answer<think>hm', 'answer', 'hm'],
    ['a block in the middle', 'one <think>hm</think>two', 'one two', 'hm'],
    ['other names and capitals', '<Thinking>a</Thinking><REASONING>b</REASONING>answer', 'answer', 'ab'],
    ['a tag spoken about', 'Write `<think>` first', 'Write `<think>` first', ''],
    ['something like a tag', 'a < b and <thin> <thinker>', 'a < b and <thin> <thinker>', ''],
    ['an angle bracket at the end', 'answer <', 'answer <', ''],
    ['the beginning of a tag at the end', 'answer <thi', 'answer <thi', ''],
  ])('%s, split at every place', (_name, reply, text, reasoning) => {
    for (let size = 1; size <= reply.length; size += 1) {
      const pieces = Array.from({ length: Math.ceil(reply.length / size) }, (_none, at) => reply.slice(at * size, (at + 1) * size))
      expect(stream(pieces)).toEqual({ text, reasoning })
    }
  })

  it('loses no character of a reply without tags, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[<a-t/> ]{0,8}$/)), (pieces) => {
        fc.pre(!/<\/?(?:think|thinking|reasoning|thought)>/i.test(pieces.join('')))
        expect(stream(pieces)).toEqual({ text: pieces.join(''), reasoning: '' })
      }),
    )
  })
})

describe('splitReasoning', () => {
  it('takes text before a lone closing tag for reasoning, as templates that open the block in the prompt make it', () => {
    expect(splitReasoning('The user wants "x"\n</think>\n\nAnswer')).toEqual({ text: 'Answer', reasoning: 'The user wants "x"' })
  })

  it('leaves a closing tag that is spoken about', () => {
    expect(splitReasoning('Close it with `</think>` again').text).toBe('Close it with `</think>` again')
  })
})
