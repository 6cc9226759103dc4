import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { serveStdio } from '../../../src/main/hosts/mcp/stdio'
import { withoutAbsentArguments } from '../../../src/main/hosts/mcp/tool'
import { tools } from '../../../src/main/hosts/mcp/tool-table'
import { createSmallVault, type SmallVault } from './small-vault'

interface Line {
  jsonrpc: string
  id: unknown
  result?: unknown
  error?: { code: number; message: string }
}

/** What is answered to these bytes, given chunk by chunk, until the client closes. */
const talk = (chunks: readonly (string | Buffer)[], vault = createSmallVault()) =>
  talkOver(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), vault)

/** Each line once the one before has its answer. */
function talkInTurn(lines: readonly string[], vault = createSmallVault()) {
  let answered = () => {}
  async function* client() {
    for (const line of lines) {
      const answer = new Promise<void>((resolve) => {
        answered = resolve
      })
      yield Buffer.from(line)
      if (line !== lines.at(-1)) await answer
    }
  }
  return talkOver(client(), vault, () => answered())
}

async function talkOver(input: AsyncIterable<Buffer>, vault: SmallVault, onAnswer = () => {}) {
  let out = ''
  let log = ''
  await serveStdio({
    endpoint: vault,
    appVersion: '1',
    input,
    async write(text) {
      out += text
      onAnswer()
    },
    log(text) {
      log += text
    },
  })
  return {
    lines: out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line),
    out,
    log,
    vault,
  }
}

const ping = '{"jsonrpc":"2.0","id":"last","method":"ping"}\n'
const call = (args: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${args}}\n`
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Bytes, and the code of the error that answers them; null for none. After each the next message is answered as if nothing had been. */
const frames: [what: string, bytes: string | Buffer, code: number | null][] = [
  ['broken JSON', '{"jsonrpc":"2.0","id":1,\n', -32700],
  ['words', 'GET / HTTP/1.1\n', -32700],
  ['an empty line', '\n  \r\n', null],
  ['null', 'null\n', -32600],
  ['a number', '7\n', -32600],
  ['a batch', `[${ping.trim()},${ping.trim()}]\n`, -32600],
  ['an empty batch', '[]\n', -32600],
  ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}\n', -32600],
  ['no method', '{"jsonrpc":"2.0","id":1}\n', -32600],
  ['a method that is a number', '{"jsonrpc":"2.0","id":1,"method":5}\n', -32600],
  ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}\n', -32600],
  ['an id that is an object', '{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}\n', -32600],
  ['an id that is a fraction', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n', -32600],
  ['params that are a list', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}\n', -32602],
  ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"vault/unlock"}\n', -32601],
  ['a method of every object', '{"jsonrpc":"2.0","id":1,"method":"constructor"}\n', -32601],
  ['another one', '{"jsonrpc":"2.0","id":1,"method":"__proto__"}\n', -32601],
  ['a notification with an id', '{"jsonrpc":"2.0","id":1,"method":"notifications/initialized"}\n', -32601],
  ['an unknown notification', '{"jsonrpc":"2.0","method":"notifications/nothing","params":{"x":1}}\n', null],
  ['a notification with params of another kind', '{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}\n', null],
  ['a cancellation of nothing', '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}\n', null],
  ['an answer to nothing', '{"jsonrpc":"2.0","id":5,"result":{}}\n', null],
  ['a tool that does not exist', call('{"name":"delete_thought","arguments":{}}'), -32602],
  ['a tool of every object', call('{"name":"toString"}'), -32602],
  ['a tool without a name', call('{"arguments":{}}'), -32602],
  ['arguments that are a text', call('{"name":"list_thoughts","arguments":"all"}'), -32602],
  ['nesting at the limit and one more', `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${nested(31)}}}\n`, -32700],
  ['very deep nesting', `${nested(200_000)}\n`, -32700],
  ['a line longer than a message may be', `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'x'.repeat(1_100_000)}"}}\n`, -32700],
  ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x80, 0x0a]), -32700],
  ['a resource of another scheme', '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}\n', -32002],
  ['a resource with a path in it', '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"cortexa://item/../x"}}\n', -32002],
  ['a prompt that does not exist', '{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"x"}}\n', -32602],
  ['a prompt without its argument', '{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"deep-think"}}\n', -32602],
  ['a version that is no text', '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":7}}\n', -32602],
  ['a token of progress that is none', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":{}}}}\n', -32602],
  ['a completion of nothing', '{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{}}\n', -32602],
]

describe('a client that sends', () => {
  it.each(frames)('%s is told so, and the next message is answered', async (_, bytes, code) => {
    const { lines, log, vault } = await talk([bytes, ping])
    // Answers may overtake each other.
    const errors = lines.filter(({ id }) => id !== 'last')
    expect(errors.map(({ error }) => error?.code)).toEqual(code === null ? [] : [code])
    expect(lines.filter(({ id }) => id === 'last')).toEqual([{ jsonrpc: '2.0', id: 'last', result: {} }])
    expect([log, vault.invoked]).toEqual(['', []])
  })

  it('nesting just within the limit is answered', async () => {
    const { lines } = await talk([`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${nested(30)}}}\n`])
    expect(lines).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
  })

  it('keys that could change every object changes none, and reaches no command with them', async () => {
    const vault = createSmallVault()
    let seen: unknown
    vault.answers['list-items'] = (input: object) => {
      seen = input
      return { items: [], total: 0, nextCursor: null }
    }
    const evil = '{"__proto__":{"limit":3,"polluted":1},"limit":2}'
    const { lines } = await talk(
      [
        call(`{"name":"list_thoughts","arguments":${evil},"__proto__":{"name":"x"}}`),
        call(`{"name":"list_thoughts","arguments":{"constructor":{"prototype":{"polluted":1}}}}`),
      ],
      vault,
    )
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    expect(seen === undefined || (Object.keys(seen as object).join() === 'limit' && Object.getPrototypeOf(seen) === Object.prototype)).toBe(
      true,
    )
    expect(lines).toHaveLength(2)
  })

  it('a message byte by byte, or many in one piece, is understood; one without its end is none', async () => {
    const bytes = Buffer.from(`{"jsonrpc":"2.0","id":"ä🧠","method":"ping"}\n`)
    expect((await talk([...bytes].map((byte) => Buffer.from([byte])))).lines).toEqual([{ jsonrpc: '2.0', id: 'ä🧠', result: {} }])
    expect((await talk([ping.repeat(200)])).lines).toHaveLength(200)
    expect((await talk([ping.trimEnd()])).lines).toEqual([])
    expect((await talk([])).lines).toEqual([])
  })

  it('a cancellation gets no answer to what it cancelled, and the rest is answered', async () => {
    const vault = createSmallVault()
    let release = () => {}
    let reach = () => {}
    const reached = new Promise<void>((resolve) => {
      reach = resolve
    })
    vault.answers['list-items'] = () => ({ items: [], total: 0, nextCursor: null })
    const { invoke } = vault
    vault.invoke = async (name, input) => {
      await new Promise<void>((resolve) => {
        release = resolve
        reach()
      })
      return invoke(name, input)
    }
    async function* client() {
      yield Buffer.from(call('{"name":"list_thoughts"}'))
      await reached
      yield Buffer.from('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n')
      yield Buffer.from(ping)
      release()
    }
    let out = ''
    const write = async (text: string) => {
      out += text
    }
    await serveStdio({ endpoint: vault, appVersion: '1', input: client(), write, log: () => {} })
    expect(
      out
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).id),
    ).toEqual(['last'])
    expect(vault.invoked).toEqual(['list-items'])
  })

  it('a fault inside is told without a word of what was asked', async () => {
    const vault = createSmallVault()
    vault.answers['capture-item'] = () => {
      throw new TypeError('my secret thought')
    }
    const { lines, log, out } = await talk([call('{"name":"capture_thought","arguments":{"body":"my secret thought"}}')], vault)
    expect(lines[0]?.error?.code).toBe(-32603)
    expect([log, out.includes('secret')]).toEqual(['cortexa: fault in tools/call (TypeError)', false])
  })
})

describe('a client that sends null for what it leaves out', () => {
  it.each([
    ['params of a ping', '"method":"ping","params":null'],
    ['a cursor that is null', '"method":"resources/list","params":{"cursor":null}'],
    ['a cursor that is empty', '"method":"tools/list","params":{"cursor":""}'],
    ['arguments of a tool', '"method":"tools/call","params":{"name":"list_thoughts","arguments":null}'],
    [
      'optional arguments',
      '"method":"tools/call","params":{"name":"list_thoughts","arguments":{"limit":null,"cursor":"","tag":null,"place":null,"sort":null}}',
    ],
    ['_meta and its token', '"method":"tools/list","params":{"_meta":{"progressToken":null}}'],
    ['a version', '"method":"initialize","params":{"protocolVersion":null,"capabilities":null,"clientInfo":null}'],
    ['everything in initialize', '"method":"initialize"'],
    ['arguments of a prompt', '"method":"prompts/get","params":{"name":"capture-from-conversation","arguments":null}'],
    ['a task, for servers that keep tasks', '"method":"tools/call","params":{"name":"list_thoughts","task":{"ttl":1}}'],
  ])('%s is answered', async (_, rest) => {
    const { lines } = await talk([`{"jsonrpc":"2.0","id":1,${rest}}\n`])
    expect(lines.map(({ id, error, result }) => [id, error, (result as { isError?: boolean }).isError ?? false])).toEqual([
      [1, undefined, false],
    ])
  })

  it('is refused where the field is required', async () => {
    const { lines } = await talk([call('{"name":"read_thought","arguments":{"id":null}}')])
    expect(lines[0]?.result).toMatchObject({ isError: true })
  })

  it('is refused by no tool for an optional field, and the command gets none', async () => {
    for (const tool of tools) {
      const optional = Object.entries(tool.input.shape).filter(([, field]) => (field as z.ZodType).safeParse(undefined).success)
      const nulls = Object.fromEntries(optional.map(([name]) => [name, null]))
      const kept = withoutAbsentArguments(tool, nulls)
      expect([tool.name, tool.input.partial().safeParse(kept).success, kept]).toEqual([tool.name, true, {}])
    }
  })
})

describe('a batch', () => {
  const hello = (version: string) => `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"${version}"}}\n`
  const first = ping.trim().replace('"last"', '1')
  async function afterHello(version: string, batch: string) {
    const { lines } = await talkInTurn([hello(version), `${batch}\n`])
    return lines.slice(1) as unknown[]
  }

  it('is answered under 2025-03-26 by one array, in order and without its notifications', async () => {
    const batch = `[${first},{"jsonrpc":"2.0","method":"notifications/initialized"},7,${ping.trim()}]`
    expect(await afterHello('2025-03-26', batch)).toEqual([
      [
        { jsonrpc: '2.0', id: 1, result: {} },
        { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32600 }) },
        { jsonrpc: '2.0', id: 'last', result: {} },
      ],
    ])
    expect(await afterHello('2025-03-26', '[{"jsonrpc":"2.0","method":"notifications/initialized"}]')).toEqual([])
  })

  it.each([
    ['under another version', '2025-11-25', `[${first}]`],
    ['that is empty', '2025-03-26', '[]'],
    ['that greets', '2025-03-26', `[${hello('2025-03-26').trim()}]`],
    ['of too many', '2025-03-26', `[${Array(51).fill(first).join()}]`],
  ])('%s is refused', async (_, version, batch) => {
    expect(await afterHello(version, batch)).toEqual([expect.objectContaining({ error: expect.objectContaining({ code: -32600 }) })])
  })
})

describe('initialize', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2024-11-05'],
    ['1999-01-01', '2025-11-25'],
  ])('with version %s is answered with %s', async (asked, given) => {
    const { lines } = await talk([
      `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"${asked}","capabilities":{}}}\n`,
    ])
    expect(lines[0]?.result).toMatchObject({ protocolVersion: given, serverInfo: { name: 'cortexa' } })
  })
})
