import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { effectOfTool, scopeOfTool } from '../../../src/main/hosts/mcp/tool'
import { tools, withoutTool } from '../../../src/main/hosts/mcp/tool-table'
import { contract } from '../../../src/shared/contract'
import type { ApiScope } from '../../../src/shared/contract/http-api'
import { isReachable } from '../../../src/shared/reachable-commands'
import { askMcp } from './ask'
import { createSmallVault } from './small-vault'

interface Listed {
  name: string
  inputSchema: { type: string; additionalProperties: unknown; properties: Record<string, { description?: string }> }
  annotations: { readOnlyHint: boolean; destructiveHint?: boolean }
}

const listed = async (scopes?: ApiScope[]) => {
  const { result } = await askMcp(createSmallVault(), scopes).rpc('tools/list')
  return (result?.tools ?? []) as Listed[]
}

/**
 * Of everything that a client is told beside the vault's own content (docs/security.md H28). Who changes a description on purpose puts the new
 * value here; a change that nobody meant shows itself.
 */
const WORDS_HASH = '58ed2385eff2957a1649f2421e1526772534dadac3307d47a21619cc176cc918'

describe('what an assistant is told', () => {
  it('is fixed to the letter, so that nothing of the vault can ever be in it', async () => {
    const { rpc } = askMcp(createSmallVault())
    const words = await Promise.all(
      ['tools/list', 'prompts/list', 'resources/templates/list', 'initialize'].map(
        async (method) => (await rpc(method, method === 'initialize' ? { protocolVersion: '2025-11-25' } : {})).result,
      ),
    )
    expect(createHash('sha256').update(JSON.stringify(words)).digest('hex')).toBe(WORDS_HASH)
  })
})

describe('the tools', () => {
  it('stand for commands that the contract opens to assistants, and every other such command has its reason', () => {
    const used = tools.map(({ command }) => command)
    expect(used.filter((name) => !isReachable(name, 'mcp'))).toEqual([])
    const open = Object.keys(contract).filter((name) => isReachable(name, 'mcp'))
    expect([...used, ...Object.keys(withoutTool)].sort()).toEqual(open.sort())
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  })

  it('never unlock, delete, erase, share, export or change settings', () => {
    const never =
      /delete|erase|trash|unlock|passphrase|recover|token|hive|share|export|endpoint|settings|telegram|purge|start-research|start-collect/
    expect(tools.map(({ command }) => command).filter((name) => never.test(name))).toEqual([])
  })

  it('take exactly the fields that they state, say what each is, and say whether they write', async () => {
    const list = await listed()
    expect(list.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
    for (const { name, inputSchema, annotations } of list) {
      expect([name, inputSchema.type, inputSchema.additionalProperties]).toEqual([name, 'object', false])
      for (const [field, { description }] of Object.entries(inputSchema.properties))
        expect([name, field, typeof description]).toEqual([name, field, 'string'])
      const tool = tools.find((one) => one.name === name)
      expect([name, annotations.readOnlyHint]).toEqual([name, tool && effectOfTool(tool) === 'read'])
      expect(tool?.fitting === 'once').toBe(!annotations.readOnlyHint)
    }
  })

  it('refuse a field too many, a missing one and a wrong type, in words for the model, and touch nothing', async () => {
    const vault = createSmallVault()
    const { tool } = askMcp(vault)
    for (const [name, args] of [
      ['search_thoughts', { query: 'x', quick: true }],
      ['search_thoughts', {}],
      ['search_thoughts', { query: 7 }],
      ['search_thoughts', { query: 'x', limit: 21 }],
      ['list_thoughts', { limit: 0 }],
      ['list_thoughts', { place: 'trash' }],
      ['read_thought', { id: '' }],
      ['read_thought', { id: 'a', cursor: '-1' }],
      ['capture_thought', { body: 'x', source: 'manual' }],
      ['retry_job', { id: 'a', changes: { model: 'other' } }],
      ['get_reflection', { itemId: 'x' }],
    ] as const) {
      const { isError, content } = await tool(name, args)
      expect([name, isError, content[0]?.text.startsWith(`This call does not fit the tool ${name}: `)]).toEqual([name, true, true])
    }
    expect(vault.invoked).toEqual([])
  })
})

describe('scopes of a token', () => {
  const scopes: ApiScope[] = ['search', 'read', 'write', 'jobs']
  const inWords: Record<ApiScope, string[]> = {
    search: ['search_thoughts'],
    read: [
      ...['list_thoughts', 'read_thought', 'related_thoughts', 'list_tags', 'list_review', 'list_collections', 'list_collected_items'],
      ...['get_thesis', 'get_briefing', 'list_briefings', 'get_research', 'list_research', 'get_reflection'],
    ],
    write: ['capture_thought', 'link_thoughts'],
    jobs: ['deep_think', 'summarise_thought', 'brief_thought', 'list_jobs', 'get_job', 'retry_job', 'cancel_job'],
  }

  it.each(scopes)('%s alone sees and may use its own tools and no other', async (scope) => {
    expect((await listed([scope])).map(({ name }) => name)).toEqual(inWords[scope])
    const vault = createSmallVault()
    const { rpc } = askMcp(vault, [scope])
    for (const tool of tools.filter((one) => scopeOfTool(one) !== scope)) {
      const { refused } = await rpc('tools/call', { name: tool.name, arguments: {} })
      expect([tool.name, refused?.code]).toEqual([tool.name, 'FORBIDDEN'])
    }
    for (const [method, params] of [
      ['resources/list', {}],
      ['resources/read', { uri: 'cortexa://item/a' }],
      ['prompts/get', { name: 'deep-think', arguments: { item: 'a' } }],
    ] as const)
      if (scope !== 'read') expect([method, (await rpc(method, params)).refused?.code]).toEqual([method, 'FORBIDDEN'])
    expect(vault.invoked.filter((name) => scope !== 'read' || name.startsWith('capture'))).toEqual([])
  })

  it('what writes is counted as writing once, and what reads never', async () => {
    const vault = createSmallVault()
    const { tool, written } = askMcp(vault)
    await tool('capture_thought', { body: 'A thought' })
    expect([written.length, vault.invoked]).toEqual([1, ['capture-item']])
    await tool('list_thoughts')
    expect(written.length).toBe(1)
  })
})
