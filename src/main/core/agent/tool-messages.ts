import type { ModelMessage } from 'ai'
import type { Summarize } from './tool-summaries'

type ToolMessage = Extract<ModelMessage, { role: 'tool' }>
type ToolPart = ToolMessage['content'][number]
type ToolResultPart = Extract<ToolPart, { type: 'tool-result' }>
type ToolOutput = ToolResultPart['output']

/** The text of an output, which is its JSON where it is a value; undefined for files and the like. */
function outputText(output: ToolOutput): string | undefined {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value)
    default:
      return undefined
  }
}

/** The same list where no tool output is too long, else one in which each longer output is its beginning and a note of its length. */
export function cutOutputs(messages: readonly ModelMessage[], limit: number): { messages: readonly ModelMessage[]; wasCut: boolean } {
  let wasCut = false
  const cut = messages.map((message) => {
    if (message.role !== 'tool') return message
    let isChanged = false
    const content = message.content.map((part) => {
      const text = part.type === 'tool-result' ? outputText(part.output) : undefined
      if (part.type !== 'tool-result' || text === undefined || text.length <= limit) return part
      isChanged = true
      return { ...part, output: textOutput(part.output, `${text.slice(0, limit)}\n\n[cut: ${text.length} characters in full]`) }
    })
    if (!isChanged) return message
    wasCut = true
    return { ...message, content }
  })
  return wasCut ? { messages: cut, wasCut } : { messages, wasCut }
}

/** Where the k-th tool message from the end stands; -1 when there are fewer. */
export function boundaryOf(messages: readonly ModelMessage[], pairs: number): number {
  let left = pairs
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    if (messages[index]?.role !== 'tool') continue
    left -= 1
    if (left === 0) return index
  }
  return -1
}

/**
 * Summarises the results that stand before the boundary. `raw` is the same list before anything was cut: a summary of a cut result would be
 * nonsense. Calls whose result is to be dropped go with it, and so does a message left empty; the list may become shorter.
 */
export function summarizeBefore(
  messages: readonly ModelMessage[],
  raw: readonly ModelMessage[],
  boundary: number,
  summarize: Summarize,
): ModelMessage[] {
  const inputs = callInputs(raw)
  const dropped = new Set<string>()
  const compacted = messages.map((message, index): ModelMessage => {
    const original = raw[index]
    if (index >= boundary || message.role !== 'tool' || original?.role !== 'tool') return message
    const content = original.content.flatMap((part, place): ToolPart[] => {
      if (part.type !== 'tool-result' || outputText(part.output) === undefined) return [message.content[place] ?? part]
      const summary = summarize({
        toolName: part.toolName,
        input: inputs.get(part.toolCallId),
        value: 'value' in part.output ? part.output.value : undefined,
        isError: part.output.type.startsWith('error-'),
      })
      if (summary.kind === 'drop') {
        dropped.add(part.toolCallId)
        return []
      }
      if (summary.kind === 'keep') return [message.content[place] ?? part]
      return [{ ...part, output: textOutput(part.output, summary.text) }]
    })
    return { ...message, content }
  })
  return dropped.size === 0 ? compacted : compacted.flatMap((message) => withoutCalls(message, dropped))
}

/** Cuts a list into groups that may only go together: an assistant's message with the results of its calls; any other message alone. */
export function groupsOf(messages: readonly ModelMessage[]): ModelMessage[][] {
  const groups: ModelMessage[][] = []
  for (const message of messages) {
    const last = groups.at(-1)
    if (message.role === 'tool' && last !== undefined) last.push(message)
    else groups.push([message])
  }
  return groups
}

function withoutCalls(message: ModelMessage, dropped: ReadonlySet<string>): ModelMessage[] {
  if (message.role === 'tool') return message.content.length === 0 ? [] : [message]
  if (message.role !== 'assistant' || typeof message.content === 'string') return [message]
  const content = message.content.filter((part) => part.type !== 'tool-call' || !dropped.has(part.toolCallId))
  if (content.length === message.content.length) return [message]
  return content.length === 0 ? [] : [{ ...message, content }]
}

function callInputs(messages: readonly ModelMessage[]): Map<string, unknown> {
  const inputs = new Map<string, unknown>()
  for (const message of messages) {
    if (message.role !== 'assistant' || typeof message.content === 'string') continue
    for (const part of message.content) if (part.type === 'tool-call') inputs.set(part.toolCallId, part.input)
  }
  return inputs
}

function textOutput(output: ToolOutput, value: string): ToolOutput {
  return { type: output.type.startsWith('error-') ? 'error-text' : 'text', value }
}
