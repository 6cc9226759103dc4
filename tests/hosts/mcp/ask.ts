import type { McpCaller } from '../../../src/main/hosts/mcp/caller'
import { createConnection } from '../../../src/main/hosts/mcp/connection'
import { createMcpServer } from '../../../src/main/hosts/mcp/server'
import type { Endpoint } from '../../../src/shared/client'
import type { ApiScope } from '../../../src/shared/contract/http-api'
import type { WireError } from '../../../src/shared/errors'

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
  const heard: { refused?: WireError } = {}
  const progress: Record<string, unknown>[] = []
  const connection = createConnection({
    version: null,
    notify: (message) => void progress.push((message as { params: Record<string, unknown> }).params),
  })
  const caller: McpCaller = {
    endpoint,
    may: (scope) => scopes.includes(scope),
    countWrite: () => void written.push(1),
    startWait: () => () => {},
    maxWaitMs: 60_000,
    onRefused(error) {
      heard.refused = error
    },
  }
  const served = server.serve(connection, caller)
  let id = 0
  async function rpc(method: string, params: Record<string, unknown> = {}) {
    await served
    id += 1
    delete heard.refused
    const reply = await connection.receive({ jsonrpc: '2.0', id, method, params })
    if (faults.length > 0) throw faults[0]
    return {
      ...(reply as { result?: Record<string, unknown>; error?: { code: number; message: string } }),
      refused: heard.refused as WireError | undefined,
    }
  }
  return {
    rpc,
    connection,
    progress,
    written,
    async tool(name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
      const { result, error } = await rpc('tools/call', { name, arguments: args })
      if (!result) throw new Error(error?.message)
      return result as unknown as ToolAnswer
    },
  }
}
