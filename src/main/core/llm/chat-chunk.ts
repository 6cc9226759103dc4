import { isRecord } from './json-values'

export interface ChatDelta {
  text: string
  reasoning: string
  refusal: string
}

/** What a choice of a chat answer adds, whole (`message`, or `text` of old servers) or streamed (`delta`). */
export function readDelta(choice: Record<string, unknown>): ChatDelta {
  const delta = isRecord(choice.delta) ? choice.delta : isRecord(choice.message) ? choice.message : choice
  const { content } = delta
  // Under these names DeepSeek and vLLM, Ollama, Groq and OpenRouter, and some gateways send the model's thinking.
  const thinking = textOf(delta.reasoning_content) || textOf(delta.reasoning) || textOf(delta.thinking)
  const refusal = textOf(delta.refusal)
  if (typeof content === 'string') return { text: content, reasoning: thinking, refusal }
  if (!Array.isArray(content)) return { text: textOf(choice.text), reasoning: thinking, refusal }
  const parts = content.filter(isRecord)
  return {
    text: parts.map((part) => (part.type === 'thinking' ? '' : textOf(part.text))).join(''),
    reasoning: thinking + parts.map((part) => (part.type === 'thinking' ? thinkingOf(part) : '')).join(''),
    refusal: refusal + parts.map((part) => textOf(part.refusal)).join(''),
  }
}

/** Magistral's thinking is a list of texts inside a part of the content. */
function thinkingOf(part: Record<string, unknown>): string {
  if (!Array.isArray(part.thinking)) return textOf(part.thinking)
  return part.thinking.map((piece: unknown) => (isRecord(piece) ? textOf(piece.text) : textOf(piece))).join('')
}

/** The token counts of a chunk; undefined where it has none. Groq puts them into a field of its own too. */
export function readUsage(chunk: Record<string, unknown>): { promptTokens: number | null; outputTokens: number | null } | undefined {
  const usage = isRecord(chunk.usage)
    ? chunk.usage
    : isRecord(chunk.x_groq) && isRecord(chunk.x_groq.usage)
      ? chunk.x_groq.usage
      : undefined
  if (usage === undefined) return undefined
  return { promptTokens: countOf(usage.prompt_tokens), outputTokens: countOf(usage.completion_tokens) }
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : null
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
