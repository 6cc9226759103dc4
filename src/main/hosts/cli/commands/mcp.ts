import { connectOwner } from '../../socket/client'
import type { CliCommand } from '../define'
import { exitCode } from '../exit-codes'

export const mcpCommand: CliCommand = {
  name: 'mcp',
  summary: 'Serve an assistant by the Model Context Protocol, over standard input and output',
  usage: '',
  about:
    'Started by the assistant, not by hand: docs/mcp.md says how to add it. It can be started before Cortexa: as long as that does not run, or is locked, every tool answers so, and works once it is open. It ends when the assistant closes its end.',
  examples: [
    ['cortexa mcp', 'the command for the settings of an assistant'],
    ['cortexa mcp --data ~/second-vault', 'for another vault'],
  ],
  words: { min: 0, max: 0 },
  json: null,
  async run(context) {
    const { io } = context
    // Loaded here alone: it has the contract, which would make the start of every other command slower.
    const { createLastingEndpoint } = await import('../../mcp/lasting-endpoint')
    const { serveStdio } = await import('../../mcp/stdio')
    const endpoint = createLastingEndpoint(() => connectOwner({ dataDir: context.dataDir, as: 'mcp', version: io.version }))
    try {
      await serveStdio({
        endpoint,
        appVersion: io.version,
        input: io.stdin,
        write: (text) => io.out(text),
        log: (text) => io.error(`${text}\n`),
      })
    } finally {
      endpoint.close()
    }
    return exitCode('done')
  },
}
