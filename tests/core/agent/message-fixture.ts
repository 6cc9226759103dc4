import type { ModelMessage } from 'ai'

/** Message makers with exactly the keys on which the token estimates of compaction.test.ts depend. */
export const U = (content: string): ModelMessage => ({ role: 'user', content })

export const A = (toolCallId: string, toolName: string, input: unknown): ModelMessage => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId, toolName, input }],
})

export const T = (toolCallId: string, toolName: string, value: unknown): ModelMessage => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'json', value: value as null } }],
})

export const toolText = (toolCallId: string, toolName: string, value: string): ModelMessage => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } }],
})

export const P = (i: number): ModelMessage[] => [
  A(`c${i}`, 'search', { queries: [`query-${i}`] }),
  T(`c${i}`, 'search', {
    results: [
      { title: 'R1', url: 'https://e.com/1', snippet: 's'.repeat(400), score: 0.9 },
      { title: 'R2', url: 'https://e.com/2', snippet: 't'.repeat(400), score: 0.8 },
    ],
    errors: [],
  }),
]

export const H12 = (): ModelMessage[] => [U('go'), ...Array.from({ length: 12 }, (_none, i) => P(i)).flat()]

export const est4 = (text: string): number => Math.ceil(text.length / 4)

/** A logger that keeps its lines. */
export function keepLog(): { info: (message: string) => void; warn: (message: string) => void; infos: string[]; warnings: string[] } {
  const infos: string[] = []
  const warnings: string[] = []
  return { info: (message) => void infos.push(message), warn: (message) => void warnings.push(message), infos, warnings }
}
