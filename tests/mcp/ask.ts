import type { McpCaller } from '../../src/main/mcp/caller'
import { createMcpServer } from '../../src/main/mcp/server'
import type { Endpoint } from '../../src/shared/client'
import type { ApiScope } from '../../src/shared/contract/http-api'

export interface ToolAnswer {
  content: { type: string; text: string }[]
  structuredContent: Record<string, unknown> & { untrusted?: boolean; notice?: string }
  isError?: boolean
}

/** Asks a server over an endpoint, as a program with these scopes. Marks are mark-1, mark-2 and so on. */
export function askMcp(endpoint: Endpoint, scopes: readonly ApiScope[] = ['search', 'read', 'write', 'jobs']) {
  let marks = 0
  const faults: unknown[] = []
  const server = createMcpServer({
    appVersion: '1',
    newMark: () => {
      marks += 1
      return `mark-${marks}`
    },
    onFault: (_, error) => faults.push(error),
  })
  const written: number[] = []
  const caller: McpCaller = { endpoint, may: (scope) => scopes.includes(scope), countWrite: () => void written.push(1) }
  let id = 0
  async function rpc(method: string, params: Record<string, unknown> = {}) {
    id += 1
    const { reply, refused } = await server.handle({ jsonrpc: '2.0', id, method, params }, caller)
    if (faults.length > 0) throw faults[0]
    return { ...(reply as { result?: Record<string, unknown>; error?: { code: number; message: string } }), refused }
  }
  return {
    rpc,
    server,
    caller,
    written,
    async tool(name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
      const { result, error } = await rpc('tools/call', { name, arguments: args })
      if (!result) throw new Error(error?.message)
      return result as unknown as ToolAnswer
    },
  }
}
