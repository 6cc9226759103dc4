import { describe, expect, it } from 'vitest'
import { type CommandName, contract } from '../../src/shared/contract'
import { hiveCommands } from '../../src/shared/contract/hive'
import { httpApiCommands } from '../../src/shared/contract/http-api'
import { allowanceOf, scopeOf } from '../../src/shared/contract/scopes'
import { telegramCommands } from '../../src/shared/contract/telegram'
import { isReachable } from '../../src/shared/reachable-commands'

const names = Object.keys(contract) as CommandName[]

describe('scopes of commands', () => {
  it('every command that programs may call needs one, so none is open to every token by oversight', () => {
    expect(names.filter((name) => isReachable(name, 'http') && scopeOf(name) === null)).toEqual([])
  })

  it('what writes never comes with search or read alone', () => {
    const loose = names.filter((name) => contract[name].effect === 'write' && ['search', 'read'].includes(scopeOf(name) ?? ''))
    expect(loose).toEqual([])
  })

  it.each([
    ['search-items', 'search'],
    ['get-item', 'read'],
    ['get-thesis', 'read'],
    ['capture-item', 'write'],
    ['delete-item', 'write'],
    ['deep-think', 'jobs'],
    ['settle-contradiction', 'write'],
    ['start-research', 'jobs'],
    ['get-job', 'jobs'],
    ['retry-job', 'jobs'],
    ['run-schedule-now', 'jobs'],
  ] as const)('%s needs %s', (name, scope) => {
    expect(scopeOf(name)).toBe(scope)
  })

  it('a further part of a file uses up the larger allowance, its beginning the smaller', () => {
    expect([allowanceOf('begin-attachment'), allowanceOf('append-attachment'), allowanceOf('get-item')]).toEqual(['write', 'read', 'read'])
  })
})

describe('what no program reaches (docs/security.md H26)', () => {
  const kept = {
    'unlock and keys': [
      'create-vault',
      'unlock-vault',
      'recover-vault',
      'confirm-recovery-key',
      'reissue-recovery-key',
      'change-passphrase',
    ],
    'tokens and the switch': Object.keys(httpApiCommands),
    'sharing with a peer': Object.keys(hiveCommands),
    'the inbox of Telegram': Object.keys(telegramCommands),
    'erasing for good': ['erase-item', 'empty-trash', 'delete-version'],
    'programs that Cortexa starts': ['set-piper', 'find-piper', 'test-piper'],
  }
  it.each(Object.entries(kept))('%s: by HTTP, MCP and the command line', (_, commands) => {
    expect(names).toEqual(expect.arrayContaining(commands))
    for (const exposure of ['http', 'mcp', 'cli'] as const) expect(commands.filter((name) => isReachable(name, exposure))).toEqual([])
  })

  it('settings of providers: by HTTP and MCP', () => {
    const settings = [
      'save-endpoint',
      'delete-endpoint',
      'restore-endpoint',
      'list-endpoint-models',
      'discover-endpoints',
      'test-endpoint',
      'start-embedding-change',
      'cancel-embedding-change',
      'undo-embedding-change',
      'update-settings',
      'save-search-engine',
      'test-search-engine',
    ]
    expect(names).toEqual(expect.arrayContaining(settings))
    for (const exposure of ['http', 'mcp'] as const) expect(settings.filter((name) => isReachable(name, exposure))).toEqual([])
  })

  it('has exactly six commands for the switch and the tokens, so that a new one is looked at here', () => {
    expect(Object.keys(httpApiCommands).sort()).toEqual([
      'create-api-token',
      'get-http-api',
      'list-api-tokens',
      'restore-api-token',
      'revoke-api-token',
      'set-http-api',
    ])
  })
})
