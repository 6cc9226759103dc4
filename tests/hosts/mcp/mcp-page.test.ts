import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../../src/main/hosts/cli/arguments'
import { commands } from '../../../src/main/hosts/cli/command-table'
import { tools } from '../../../src/main/hosts/mcp/tool-table'

const root = join(__dirname, '..', '..', '..')
const page = readFileSync(join(root, 'docs', 'mcp.md'), 'utf8')
const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { bin: Record<string, string> }

interface Entry {
  type?: string
  command?: string
  args?: string[]
  url?: string
  headers?: Record<string, string>
}

const blocks = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
  ([, text = '']) => JSON.parse(text) as { mcpServers?: Record<string, Entry>; servers?: Record<string, Entry>; inputs?: { id: string }[] },
)

describe('docs/mcp.md', () => {
  it('has settings that parse and start a command that exists', () => {
    const entries = blocks.flatMap(({ mcpServers = {}, servers = {} }) => [...Object.values(mcpServers), ...Object.values(servers)])
    const started = entries.filter(({ command }) => command !== undefined)
    expect([blocks.length, started.length]).toEqual([4, 3])
    for (const { command = '', args: [name = '', ...rest] = [] } of started) {
      expect(Object.keys(bin)).toContain(command)
      const found = commands.find((one) => one.name === name)
      expect(found?.name).toBe('mcp')
      if (found) expect(() => readArguments(found, rest)).not.toThrow()
    }
  })

  it('reaches the address of the HTTP host, with a token that is asked for and not written down', () => {
    const block = blocks.find(({ servers }) => servers?.cortexa?.type === 'http')
    expect(block?.servers?.cortexa?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
    const [, input] = /^Bearer \$\{input:([\w-]+)\}$/.exec(block?.servers?.cortexa?.headers?.Authorization ?? '') ?? []
    expect(block?.inputs?.map(({ id }) => id)).toEqual([input])
  })

  it('names every tool and no other', () => {
    const named = [...page.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name)
    expect([...new Set(named)].filter((name) => name !== 'claude_desktop_config').sort()).toEqual(tools.map(({ name }) => name).sort())
  })
})
