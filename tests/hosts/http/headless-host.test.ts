import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readFirstLine } from '../../../src/main/hosts/http/first-line'
import { readHeadlessArguments } from '../../../src/main/hosts/http/headless-arguments'
import { type HostedApp, runHeadless } from '../../../src/main/hosts/http/headless-host'
import type { Endpoint } from '../../../src/shared/client'
import { AppError, type ErrorCode, type WireResult } from '../../../src/shared/errors'
import { createHttpEndpoint } from '../../../src/shared/http-endpoint'

const recoveryKey = 'ABCD-EFGH'

/** A vault that knows one passphrase. */
function createVault(state: 'absent' | 'locked' | 'broken', problem: { code: string; message: string } | null = null) {
  const seen = { state: state as string, closed: 0, passphrases: [] as string[] }
  const fail = (code: ErrorCode, message: string): WireResult => ({ ok: false, error: { code, message } })
  const endpoint: Endpoint = {
    subscribe: () => () => {},
    async invoke(name, input): Promise<WireResult> {
      if (name === 'vault-status') return { ok: true, data: { state: seen.state, problem } }
      const { passphrase } = input as { passphrase: string }
      seen.passphrases.push(passphrase)
      if (passphrase.length < 12) return fail('WEAK_PASSPHRASE', 'Choose a longer passphrase.')
      if (passphrase !== 'the right passphrase') return fail('WRONG_PASSPHRASE', 'This passphrase does not open the vault.')
      seen.state = 'unlocked'
      return { ok: true, data: name === 'create-vault' ? { recoveryKey, confirmGroups: [0, 1] } : {} }
    },
  }
  const app: HostedApp = {
    endpoint,
    programs: endpoint,
    async close() {
      seen.closed += 1
    },
  }
  return { seen, app }
}

async function run(options: {
  argv?: string[]
  stdin?: string
  vault?: ReturnType<typeof createVault>
  createApp?: () => HostedApp
  whileReady?: (ready: { url: string; token: string }) => Promise<void>
}) {
  const vault = options.vault ?? createVault('locked')
  let stop = () => {}
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  let out = ''
  let error = ''
  const code = await runHeadless({
    argv: options.argv ?? ['--data', '/vault'],
    stdin: Readable.from([Buffer.from(options.stdin ?? 'the right passphrase\n')]),
    writeOut(text) {
      out += text
      if (!text.startsWith('{')) return
      const ready = JSON.parse(text)
      void (options.whileReady?.(ready) ?? Promise.resolve()).finally(stop)
    },
    writeError(text) {
      error += text
    },
    stopped,
    createToken: () => 'made-token',
    appVersion: '0',
    createApp: options.createApp ?? (() => vault.app),
  })
  return { code, out, error, vault }
}

describe('runHeadless', () => {
  it('unlocks, says on one line where it listens, serves, and closes the app when stopped', async () => {
    let answer: unknown
    const { code, out, error, vault } = await run({
      whileReady: async (ready) => {
        answer = await createHttpEndpoint(ready).invoke('vault-status', {})
      },
    })
    expect(out).toMatch(/^\{"ready":true,"url":"http:\/\/127\.0\.0\.1:\d+","token":"made-token"\}\n$/)
    expect(answer).toMatchObject({ ok: true, data: { state: 'unlocked' } })
    expect([code, error, vault.seen.closed]).toEqual([0, '', 1])
  })

  it('makes a vault with --create, and shows its recovery key only when asked', async () => {
    const quiet = await run({ argv: ['--data', '/v', '--create'], vault: createVault('absent') })
    expect([quiet.code, quiet.out.includes(recoveryKey), quiet.error]).toEqual([0, false, ''])
    const shown = await run({ argv: ['--data', '/v', '--create', '--print-recovery-key'], vault: createVault('absent') })
    expect([shown.code, shown.out.includes(recoveryKey), shown.error]).toEqual([0, false, `recovery-key ${recoveryKey}\n`])
  })

  it('--create opens a vault that is there instead of replacing it', async () => {
    const { code, vault, error } = await run({ argv: ['--data', '/v', '--create', '--print-recovery-key'] })
    expect([code, error, vault.seen.state]).toEqual([0, '', 'unlocked'])
  })

  it.each([
    ['a wrong passphrase', 10, { stdin: 'quite another one\n' }],
    ['no vault', 13, { vault: createVault('absent') }],
    [
      'a damaged vault',
      14,
      { vault: createVault('broken', { code: 'HEADER_DAMAGED', message: 'The header is damaged.\nRestore a backup.' }) },
    ],
    [
      'a passphrase that is too weak to create with',
      2,
      { argv: ['--data', '/v', '--create'], stdin: 'short\n', vault: createVault('absent') },
    ],
    ['no passphrase', 2, { stdin: '' }],
    ['an empty first line', 2, { stdin: '\nthe right passphrase\n' }],
    ['no folder', 2, { argv: [] }],
    ['an unknown option', 2, { argv: ['--data', '/v', '--daemon'] }],
  ] as const)('%s ends with its own code and one sentence, and leaves no app behind', async (_, expected, options) => {
    const { code, out, error, vault } = await run(options as Parameters<typeof run>[0])
    expect([code, out]).toEqual([expected, ''])
    expect(error).toMatch(/^[^\n]+\n$/)
    expect(error).not.toContain('passphrase\n')
    if (vault.seen.passphrases.length > 0) expect(vault.seen.closed).toBe(1)
  })

  it('a folder that another program holds ends with 11', async () => {
    const { code, error } = await run({
      createApp: () => {
        throw new AppError('VAULT_IN_USE', 'Another program has this vault open. Close it, then try again.')
      },
    })
    expect([code, error]).toEqual([11, 'Another program has this vault open. Close it, then try again. (VAULT_IN_USE)\n'])
  })

  it('tells of the empty folder, not of the missing passphrase, when both are wrong', async () => {
    const { code, error } = await run({ stdin: '', vault: createVault('absent') })
    expect([code, error]).toEqual([13, expect.stringMatching(/^There is no vault in this folder.*\(VAULT_ABSENT\)\n$/)])
    const create = await run({ argv: ['--data', '/v', '--create'], stdin: '', vault: createVault('absent') })
    expect([create.code, create.error]).toEqual([2, expect.stringContaining('There was no passphrase')])
    expect(create.vault.seen.passphrases).toEqual([])
  })

  it.each([
    ['a wrong passphrase', 10, 'WRONG_PASSPHRASE', { stdin: 'quite another one\n' }],
    ['no passphrase', 2, 'BAD_INPUT', { stdin: '' }],
  ] as const)('with --json tells of %s as one line of JSON', async (_, expected, errorCode, options) => {
    const { code, error } = await run({ ...options, argv: ['--data', '/v', '--json'] })
    expect([code, error.split('\n').length]).toEqual([expected, 2])
    expect(JSON.parse(error)).toEqual({ error: { code: errorCode, message: expect.stringMatching(/passphrase/) } })
  })

  it('an unforeseen error is told by its code, never by its words', async () => {
    const { code, error } = await run({
      createApp: () => {
        throw new Error('my secret thought')
      },
    })
    expect([code, error]).toEqual([1, 'The app could not start. (INTERNAL)\n'])
  })

  it('help goes to standard output and opens nothing', async () => {
    const { code, out, vault } = await run({ argv: ['--help'] })
    expect(code).toBe(0)
    for (const listed of [' 2 ', '10 ', '11 ', '13 ', '14 ', '--create', '--port', '--socket-only']) expect(out).toContain(listed)
    expect(vault.seen.closed).toBe(0)
  })
})

describe('readHeadlessArguments', () => {
  it.each(['0', '65536', '-1', '80a', '1e3', ''])('refuses the port %j', (port) => {
    expect(readHeadlessArguments(['--data', '/v', `--port=${port}`])).toHaveProperty('problem')
  })
  it('takes the whole range', () => {
    expect(readHeadlessArguments(['--data', '/v', '--port', '65535'])).toEqual({
      dataDir: '/v',
      create: false,
      port: 65535,
      printRecoveryKey: false,
      socketOnly: false,
      throwAway: false,
      json: false,
    })
    expect(readHeadlessArguments(['--throw-away', '--data', '/v'])).toHaveProperty('problem')
    expect(readHeadlessArguments(['--data', 'relative'])).toMatchObject({ dataDir: `${process.cwd()}/relative`, port: 0 })
  })
})

describe('readFirstLine', () => {
  const bytes = (...chunks: (string | Buffer)[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
  it('takes the line over chunk borders, in the middle of a character too, and nothing after it', async () => {
    const line = Buffer.from('пароль на ключ\r\nrest')
    expect(await readFirstLine(bytes(line.subarray(0, 3), line.subarray(3, 20), line.subarray(20)))).toBe('пароль на ключ')
  })
  it('takes a line that nothing ends, and keeps spaces', async () => {
    expect(await readFirstLine(bytes('  words '))).toBe('  words ')
  })
  it('refuses bytes that are not UTF-8, nothing, and a line without end', async () => {
    expect(await readFirstLine(bytes(Buffer.from([0x61, 0xff, 0x0a])))).toBeNull()
    expect(await readFirstLine(bytes())).toBeNull()
    expect(await readFirstLine(bytes(...Array.from({ length: 20 }, () => 'x'.repeat(1000))))).toBeNull()
  })
})

describe('the socket of a host without a window', () => {
  function createServed(fail = false) {
    const vault = createVault('locked')
    const ended: string[] = []
    const app: HostedApp = {
      ...vault.app,
      async openSocket() {
        if (fail) throw new AppError('FORBIDDEN', 'Other users can enter the folder.')
        return { path: '/vault/owner.sock', close: async () => void ended.push('socket') }
      },
      async close() {
        ended.push('app')
      },
    }
    return { vault: { ...vault, app }, ended }
  }

  it('is always open; without HTTP when it is to be alone, and closed before the vault is given free', async () => {
    const { vault, ended } = createServed()
    const { code, out } = await run({ argv: ['--data', '/vault', '--socket-only'], vault })
    expect([code, out]).toEqual([0, '{"ready":true,"socket":"/vault/owner.sock","dataDir":"/vault"}\n'])
    expect(ended).toEqual(['socket', 'app'])
    const both = await run({ vault: createServed().vault })
    expect(JSON.parse(both.out)).toMatchObject({ token: 'made-token', socket: '/vault/owner.sock' })
  })

  it('that cannot be private ends a host that has nothing else, and no other', async () => {
    const alone = await run({ argv: ['--data', '/vault', '--socket-only'], vault: createServed(true).vault })
    expect([alone.code, alone.out, alone.error]).toEqual([1, '', 'Other users can enter the folder. (FORBIDDEN)\n'])
    const withHttp = await run({ vault: createServed(true).vault })
    expect([withHttp.code, withHttp.error]).toEqual([0, 'Other users can enter the folder. (FORBIDDEN)\n'])
    expect(JSON.parse(withHttp.out)).toHaveProperty('url')
  })
})
