/** A conversation with tools as a server gets it. */
export interface Conversation {
  instructions: string
  /** What the person asked for: the first user message. */
  request: string
  /** Names of the tools that may be called; empty for a plain question. */
  tools: string[]
  /** Calls that have a result, in order. `output` is parsed where it is JSON. */
  results: { id: string; name: string; input: unknown; output: unknown; text: string }[]
}

type Json = Record<string, unknown>

/** Reads the messages of a chat request. */
export function readConversation(body: Json): Conversation {
  const messages = listOf(body.messages)
  const textsOf = (role: string) => messages.filter((message) => message.role === role).map(({ content }) => textOf(content))
  // Read in order: a server may give the calls of every answer the same ids.
  const calls = new Map<string, { name: string; input: unknown }>()
  const results = messages.flatMap((message) => {
    for (const call of listOf(message.tool_calls)) {
      const { name, arguments: input } = (call.function ?? {}) as Json
      calls.set(String(call.id), { name: String(name), input: parse(String(input ?? '')) })
    }
    const id = String(message.tool_call_id)
    const call = message.role === 'tool' ? calls.get(id) : undefined
    const text = textOf(message.content)
    return call === undefined ? [] : [{ id, ...call, text, output: parse(text) }]
  })
  return {
    instructions: textsOf('system').join('\n\n'),
    request: textsOf('user')[0] ?? '',
    tools: listOf(body.tools).map((tool) => String(((tool.function ?? {}) as Json).name)),
    results,
  }
}

export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]).filter((entry) => typeof entry === 'object' && entry !== null) : []
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('\n')
}

/** JSON where it is, else the text itself. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
