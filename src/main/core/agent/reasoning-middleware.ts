import type { ModelAnswer, ModelMiddleware, ModelPrompt } from './model-types'

/** A reply without its thinking, and the thinking. */
export type SplitReasoning = (text: string) => { text: string; reasoning: string }

/**
 * Keeps a model's thinking out of the context (docs/collect-pipeline.md, "Reasoning and token counts"): on the way in, reasoning parts go from the
 * assistant's messages, and a message that held nothing else goes with them; on the way out, reasoning parts and `<think>` blocks go from the answer.
 * Texts of the user, of tools and of the system are untouched. What was thought is in the trace, since the call is recorded below this.
 */
export function createReasoningMiddleware(splitReasoning: SplitReasoning): ModelMiddleware {
  return {
    specificationVersion: 'v4',
    transformParams: async ({ params }) => ({ ...params, prompt: stripHistory(params.prompt) }),
    wrapGenerate: async ({ doGenerate }) => {
      const answer = await doGenerate()
      const content = answer.content.flatMap((part): ModelAnswer['content'] => {
        if (part.type === 'reasoning' || part.type === 'reasoning-file') return []
        if (part.type !== 'text') return [part]
        const { text } = splitReasoning(part.text)
        return text === '' ? [] : [{ ...part, text }]
      })
      return { ...answer, content }
    },
  }
}

/** The prompt without reasoning parts in assistant messages. */
export function stripHistory(prompt: ModelPrompt): ModelPrompt {
  return prompt.flatMap((message): ModelPrompt => {
    if (message.role !== 'assistant') return [message]
    const content = message.content.filter((part) => part.type !== 'reasoning' && part.type !== 'reasoning-file')
    if (content.length === message.content.length) return [message]
    return content.length === 0 ? [] : [{ ...message, content }]
  })
}
