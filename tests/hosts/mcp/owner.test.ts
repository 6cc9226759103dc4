import { describe, expect, it } from 'vitest'
import { createLastingEndpoint } from '../../../src/main/hosts/mcp/lasting-endpoint'
import { tools } from '../../../src/main/hosts/mcp/tool-table'
import { connectOwner } from '../../../src/main/hosts/socket/client'
import type { Client } from '../../../src/shared/client'
import { PASSPHRASE } from '../../support/app'
import { addVerified, makeFakePeer, peerPayload, peerThesis } from '../../support/hive-peer'
import { startWithHttpApi } from '../../support/http-api'
import { closeOwnersAfterEach, cortexa, startOwner } from '../cli/cli-fixture'
import { askMcp } from './ask'

closeOwnersAfterEach()

/** An assistant that talks to the owner of a folder as `cortexa mcp` does. */
function assistantOf(dataDir: string) {
  const endpoint = createLastingEndpoint(() => connectOwner({ dataDir, as: 'mcp', version: '1' }))
  return { ...askMcp(endpoint), close: () => endpoint.close() }
}

async function thought(window: Client, body: string, more: { private?: boolean; tags?: string[] } = {}): Promise<string> {
  return (await window.call('capture-item', { body, ...more })).id
}

describe('a thought that stays here', { timeout: 120_000 }, () => {
  it('is absent in every tool, resource and prompt, and refused by name', async () => {
    const { window, app, dataDir } = await startOwner()
    const open = await thought(window, 'Open thought about the quince tree', { tags: ['shown'] })
    const secret = await thought(window, `Quince canary-7731 about the tree and [[Open thought about the quince tree]]`, {
      private: true,
      tags: ['canary-7731'],
    })
    await window.call('add-link', { fromId: open, toId: secret, reason: 'canary-7731' })
    for (const itemId of [open, secret]) {
      await window.call('deep-think', { itemId })
      await window.call('brief-item', { itemId })
    }
    await app.whenIdle()
    const { tool, rpc, close } = assistantOf(dataDir)
    const asks: Record<string, Record<string, unknown>[]> = {
      search_thoughts: [{ query: 'canary-7731 quince' }, { query: 'tag:canary-7731' }],
      read_thought: [{ id: open }, { id: secret }],
      related_thoughts: [{ id: open }, { id: secret }],
      list_review: ['stale', 'gates', 'contradictions', 'questions'].map((section) => ({ section })),
      list_collected_items: [{ id: 'none' }],
      capture_thought: [],
      link_thoughts: [{ fromId: open, toId: secret }],
      deep_think: [{ itemId: secret }],
      summarise_thought: [{ itemId: secret }],
      brief_thought: [{ itemId: secret }],
      get_thesis: [{ itemId: open }, { itemId: secret }],
      get_briefing: [{ itemId: open }, { itemId: secret }],
      get_research: [{ itemId: secret }],
      list_research: [{}, { itemId: secret }],
      list_jobs: [{}, { itemId: secret }],
    }
    const { jobs } = await window.call('list-jobs', { itemId: secret, limit: 200 })
    expect(jobs.length).toBeGreaterThan(3)
    for (const name of ['get_job', 'retry_job', 'cancel_job']) asks[name] = jobs.map(({ id }) => ({ id }))
    let answers = 0
    for (const { name } of tools)
      for (const args of asks[name] ?? [{}]) {
        const text = JSON.stringify(await tool(name, args))
        answers += 1
        expect([name, args, /canary-7731|Quince canary/.test(text)]).toEqual([name, args, false])
      }
    expect(answers).toBeGreaterThan(tools.length)
    for (const id of [secret]) {
      expect((await rpc('resources/read', { uri: `cortexa://item/${id}` })).error?.code).toBe(-32002)
      expect((await rpc('prompts/get', { name: 'deep-think', arguments: { item: id } })).refused?.code).toBe('ITEM_PRIVATE')
    }
    const listed = JSON.stringify((await rpc('resources/list')).result)
    expect([listed.includes(open), listed.includes(secret)]).toEqual([true, false])
    close()
  })
})

describe('what an assistant saves and reads', { timeout: 120_000 }, () => {
  it('carries its source, and a thought of a peer comes marked, with its thesis', async () => {
    const { window, app, dataDir } = await startOwner()
    const { tool, close } = assistantOf(dataDir)
    const { id } = (await tool('capture_thought', { body: 'By an assistant' })).structuredContent as unknown as { id: string }
    expect(await window.call('get-item', { id })).toMatchObject({ source: 'mcp', body: 'By an assistant' })

    const { card } = await window.call('set-hive-name', { name: 'Ben' })
    const ada = await makeFakePeer('Ada')
    await addVerified(window, ada.card)
    const { entryId } = await window.call('import-hive-file', {
      base64: ada.seal(card, peerPayload({ thesis: peerThesis })).toString('base64'),
    })
    const { itemId } = await window.call('accept-hive-entry', { id: entryId })
    await app.whenIdle()
    for (const [name, args] of [
      ['read_thought', { id: itemId }],
      ['get_thesis', { itemId }],
      ['search_thoughts', { query: 'tool library street' }],
      ['list_jobs', { itemId }],
    ] as const) {
      const { structuredContent } = await tool(name, args)
      expect([name, structuredContent.untrusted]).toEqual([name, true])
    }
    expect((await tool('read_thought', { id })).structuredContent.untrusted).toBeUndefined()
    close()
  })
})

describe('the switch of the HTTP API', { timeout: 60_000 }, () => {
  it('serves assistants, too: with the scopes of their token, with their own source, and never what stays here', async () => {
    const { window, url } = await startWithHttpApi()
    const secret = await thought(window, 'canary-7731 stays', { private: true })
    const { secret: token } = await window.call('create-api-token', { name: 'Assistant', scopes: ['read', 'write'], expiresAt: null })
    async function ask(name: string, args: object) {
      const response = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
      })
      return {
        status: response.status,
        body: (await response.json()) as { result: { structuredContent: { id: string }; isError?: boolean } },
      }
    }
    const saved = await ask('capture_thought', { body: 'By HTTP' })
    expect(await window.call('get-item', { id: saved.body.result.structuredContent.id })).toMatchObject({ source: 'mcp' })
    expect((await ask('read_thought', { id: secret })).body.result.isError).toBe(true)
    expect(JSON.stringify(await ask('list_thoughts', {}))).not.toContain('canary-7731')
    expect((await ask('deep_think', { itemId: saved.body.result.structuredContent.id })).status).toBe(403)
    await window.call('lock-vault', {})
    expect((await ask('list_thoughts', {})).status).toBe(423)
  })
})

describe('an owner that comes and goes', { timeout: 120_000 }, () => {
  it('locked, every tool says so, and works after the unlock; ended, the same, and after the next start', async () => {
    const owner = await startOwner()
    const { dataDir, window } = owner
    const id = await thought(window, 'Still here')
    const { tool, close } = assistantOf(dataDir)
    const said = async () => {
      const { isError, content } = await tool('read_thought', { id })
      return [isError === true, content[0]?.text ?? '']
    }
    expect((await said())[0]).toBe(false)
    await window.call('lock-vault', {})
    expect(await said()).toEqual([true, expect.stringMatching(/locked.*Unlock it/s)])
    await window.call('unlock-vault', { passphrase: PASSPHRASE })
    expect((await said())[0]).toBe(false)
    await owner.end()
    expect(await said()).toEqual([true, expect.stringContaining('Cortexa is not running')])
    const again = await startOwner({ dataDir }, false)
    expect(await said()).toEqual([true, expect.stringMatching(/locked/)])
    await again.window.call('unlock-vault', { passphrase: PASSPHRASE })
    expect(await said()).toEqual([false, expect.stringContaining('Still here')])
    close()
  })

  it('asks what only reads once more when the connection breaks under it, and what writes never twice', async () => {
    const asked: string[] = []
    const broken = () => {
      let end = () => {}
      const closed = new Promise<void>((resolve) => {
        end = resolve
      })
      return {
        closed,
        close: end,
        subscribe: () => () => {},
        async invoke(name: string) {
          asked.push(name)
          end()
          await closed
          return { ok: false, error: { code: 'INTERNAL', message: 'broke' } } as const
        },
      }
    }
    const endpoint = createLastingEndpoint(async () => broken())
    await endpoint.invoke('get-item', { id: 'a' })
    await endpoint.invoke('capture-item', { body: 'a' })
    expect(asked).toEqual(['get-item', 'get-item', 'capture-item'])
  })
})

describe('cortexa mcp', { timeout: 60_000 }, () => {
  it('writes lines of JSON alone, and ends when its standard input does', async () => {
    const { dataDir } = await startOwner()
    const lines = [
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}',
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"capture_thought","arguments":{"body":"Through a pipe"}}}',
    ]
    const { code, error, json } = await cortexa(['mcp'], { dataDir, stdin: `${lines.join('\n')}\n` })
    expect([code, error]).toEqual([0, ''])
    expect(
      json()
        .map(({ jsonrpc, id }) => [jsonrpc, id])
        .sort(),
    ).toEqual([
      ['2.0', 1],
      ['2.0', 2],
    ])
  })
})
