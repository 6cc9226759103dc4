import type { ModelCall } from '../../../shared/entities'
import type { ModelAnswer, ModelPrompt } from './model-types'

/** One request to a model as the trace keeps it; the store adds the id. */
export type AgentCallRecord = Omit<ModelCall, 'id'>

/**
 * The prompt for the trace. A loop sends its whole conversation again with every step; what is the same as in the call before is only
 * counted, so that a run of fifty steps does not store its beginning fifty times.
 */
export function createTranscript(): (prompt: ModelPrompt) => string {
  let before: string[] = []
  return (prompt) => {
    const messages = prompt.map(writeMessage)
    let same = 0
    while (same < messages.length && messages[same] === before[same]) same += 1
    before = messages
    const head = same === 0 ? [] : [`[${same} ${same === 1 ? 'message' : 'messages'} as in the call before]`]
    return [...head, ...messages.slice(same)].join('\n\n')
  }
}

/** Text and tool calls of an answer, as they came. */
export function writeReply(answer: ModelAnswer): { reply: string; reasoning: string } {
  const reply = answer.content.flatMap((part) => {
    if (part.type === 'text') return [part.text]
    return part.type === 'tool-call' ? [`${part.toolName}(${part.input})`] : []
  })
  const reasoning = answer.content.flatMap((part) => (part.type === 'reasoning' ? [part.text] : []))
  return { reply: reply.join('\n'), reasoning: reasoning.join('\n') }
}

function writeMessage(message: ModelPrompt[number]): string {
  if (typeof message.content === 'string') return `${message.role}: ${message.content}`
  const parts = message.content.map((part) => {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        return part.text
      case 'tool-call':
        return `${part.toolName}(${JSON.stringify(part.input)})`
      case 'tool-result':
        return `${part.toolName} → ${'value' in part.output ? valueText(part.output.value) : part.output.type}`
      default:
        return `[${part.type}]`
    }
  })
  return `${message.role}: ${parts.join('\n')}`
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
