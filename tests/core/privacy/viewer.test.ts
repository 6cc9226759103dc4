import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Caller, createDispatcher, type Handlers } from '../../../src/main/core/commands/dispatch'
import { type Host, maySee, sharedOnly, theVault, type Viewer } from '../../../src/main/core/privacy/viewer'

async function callerOf(host: Host): Promise<Caller> {
  let seen: Caller | undefined
  const handlers = {
    'get-item': (_input: unknown, caller: Caller) => {
      seen = caller
      return {}
    },
  } as unknown as Handlers
  const deps = { handlers, openHandlers: () => ({}), onFault: () => {}, onDamage: () => '', isDamage: () => false }
  await createDispatcher(deps)('get-item', { id: 'a' }, { host })
  if (!seen) throw new Error('the handler was not called')
  return seen
}

it('is made by the dispatcher: the window sees private thoughts and the trash, programs neither', async () => {
  expect(await callerOf('window')).toEqual({ host: 'window', viewer: { seesPrivate: true, seesTrash: true } })
  for (const host of ['http', 'mcp', 'cli'] as const)
    expect(await callerOf(host)).toEqual({ host, viewer: { seesPrivate: false, seesTrash: false } })
})

it('hides what is private from programs', () => {
  expect([true, false, 1, 0].map((flag) => maySee(sharedOnly, { private: flag }))).toEqual([false, true, false, true])
  expect([true, false, 1, 0].map((flag) => maySee(theVault, { private: flag }))).toEqual([true, true, true, true])
})

it('cannot be written as a literal, nor changed', () => {
  // @ts-expect-error A viewer is made by viewer.ts alone.
  const forged: Viewer = { seesPrivate: true, seesTrash: true }
  expect(forged).not.toBe(theVault)
  // @ts-expect-error Its rights are fixed.
  expect(() => (sharedOnly.seesPrivate = true)).toThrow(TypeError)
})

it('is derived from a host by the dispatcher alone, and forged nowhere', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !file.endsWith('viewer.ts'))
  const using = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(file, 'utf8')))
  expect(using(/\bviewerOf\b/)).toEqual([expect.stringMatching(/core[\\/]commands[\\/]dispatch\.ts$/)])
  expect(using(/\bas (?:unknown as )?Viewer\b/)).toEqual([])
})
