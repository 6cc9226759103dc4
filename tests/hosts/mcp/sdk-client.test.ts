import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tools } from '../../../src/main/hosts/mcp/tool-table'
import { type Headless, startHeadless } from '../../support/headless'

const bin = resolve(__dirname, '../../../bin/cortexa.mjs')
const dataDir = mkdtempSync(join(tmpdir(), 'cortexa-mcp-'))
let owner: Headless

beforeAll(async () => {
  owner = await startHeadless(dataDir, { create: true })
}, 120_000)
afterAll(async () => {
  await owner.end()
  rmSync(dataDir, { recursive: true, force: true })
})

const overStdio = () => new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp', '--data', dataDir], stderr: 'pipe' })
const overHttp = () =>
  new StreamableHTTPClientTransport(new URL(`${owner.url}/mcp`), { requestInit: { headers: { authorization: `Bearer ${owner.token}` } } })

type Data = Record<string, unknown> & { id: string; jobId: string; status: string; thoughts: { id: string }[] }

describe.each([
  ['stdio', overStdio],
  ['streamable HTTP', overHttp],
] as [string, () => Transport][])("the official SDK's client over %s", { timeout: 120_000 }, (way, open) => {
  it('greets, lists, captures, searches, reads, thinks and follows the thinking to its end, and leaves', async () => {
    const client = new Client({ name: 'test', version: '1' })
    const errors: Error[] = []
    client.onerror = (error) => errors.push(error)
    const transport = open()
    await client.connect(transport)
    expect(client.getServerVersion()).toMatchObject({ name: 'cortexa' })
    expect(client.getInstructions()).toContain('untrusted')
    await client.ping()

    const listed = await client.listTools()
    expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
    async function call(name: string, args: Record<string, unknown>): Promise<Data> {
      const { structuredContent, isError, content } = await client.callTool({ name, arguments: args })
      expect([name, isError === true, content]).toEqual([name, false, expect.any(Array)])
      return structuredContent as Data
    }
    const body = `Lavender over ${way} wants a dry winter, because wet roots rot`
    const { id } = await call('capture_thought', { body, tags: ['garden'] })
    const found = await call('search_thoughts', { query: `lavender over ${way}` })
    expect(found.thoughts.map((hit) => hit.id)).toContain(id)
    expect(await call('read_thought', { id })).toMatchObject({ id, text: body, tags: ['garden'], source: 'mcp' })

    const heard: string[] = []
    const { structuredContent: thought } = await client.callTool({ name: 'deep_think', arguments: { itemId: id, wait: true } }, undefined, {
      onprogress: ({ message = '' }) => heard.push(message),
      timeout: 90_000,
    })
    const { jobId, ended } = thought as { jobId: string; ended: boolean }
    expect([ended, heard[0], heard.includes('Writing the thesis')]).toEqual([true, 'Waiting', true])
    expect(await call('get_thesis', { itemId: id })).toMatchObject({ thesis: { core: expect.stringContaining('avender') } })
    expect(await call('get_job', { id: jobId })).toMatchObject({ job: { status: 'done', itemId: id } })

    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain(`cortexa://item/${id}`)
    expect((await client.readResource({ uri: `cortexa://item/${id}` })).contents[0]).toMatchObject({ text: body })
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(3)
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['deep-think', 'capture-from-conversation'])
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'deep-think' },
      argument: { name: 'item', value: `Lavender over ${way}` },
    })
    expect(completion.values).toEqual([expect.stringContaining(`Lavender over ${way}`)])
    const tags = await client.complete({
      ref: { type: 'ref/resource', uri: 'cortexa://tag/{tag}' },
      argument: { name: 'tag', value: 'gar' },
    })
    expect(tags.completion.values).toEqual(['garden'])
    expect((await client.readResource({ uri: 'cortexa://tag/garden' })).contents[0]).toMatchObject({ text: expect.stringContaining(id) })
    const byTitle = await client.getPrompt({ name: 'deep-think', arguments: { item: completion.values[0] ?? '' } })
    expect(JSON.stringify(byTitle.messages)).toContain(id)
    const { messages } = await client.getPrompt({ name: 'deep-think', arguments: { item: id } })
    expect(messages).toHaveLength(2)
    await expect(client.readResource({ uri: 'cortexa://item/nothing' })).rejects.toThrow(/-32002/)
    await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow(/-32602/)

    const pid = transport instanceof StdioClientTransport ? transport.pid : null
    await client.close()
    if (pid !== null) await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
    expect(errors).toEqual([])
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
