import { chmodSync, rmSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { contract } from '../../src/shared/contract'
import { closeApps, makeFolder, startWithVault } from '../support/app'
import { makeFakePiper } from '../support/fake-piper'

vi.setConfig({ testTimeout: 120_000 })
afterEach(closeApps)

const thought =
  'Nobody borrows a drill twice. What people run out of is nerve, not tools. So lend the nerve of somebody who has done it before.'
const german = 'Die Werkstatt braucht neue Regeln. Niemand räumt am Abend auf, und am Morgen fehlt das Werkzeug, das alle suchen.'

it('is chosen by the window alone, tried, reads briefings, and rests when a person wants another voice', async () => {
  const { window, app } = await startWithVault()
  const piper = makeFakePiper(makeFolder('piper'))
  for (const name of ['get-piper', 'set-piper', 'find-piper', 'test-piper'] as const) expect(contract[name].expose).toEqual([])
  expect(await window.call('get-piper', {})).toEqual({ chosen: null, inUse: false, problem: null })
  const chosen = { program: piper.program, voice: piper.voice }

  const trial = await window.call('test-piper', chosen)
  expect(trial).toMatchObject({ voice: 'Piper (en_GB-test-medium)', seconds: expect.closeTo(2.45, 1) })
  expect(Buffer.from(trial.wav, 'base64').toString('latin1', 0, 4)).toBe('RIFF')
  await expect(window.call('set-piper', { chosen: { ...chosen, voice: '/none.onnx' }, inUse: true })).rejects.toMatchObject({
    code: 'VOICE_UNAVAILABLE',
  })
  await window.call('set-piper', { chosen, inUse: true })
  expect(JSON.stringify(await window.call('get-settings', {}))).not.toContain(piper.program)

  const { id } = await window.call('capture-item', { body: thought })
  const briefOf = async (itemId: string) => {
    const { briefingId } = await window.call('brief-item', { itemId })
    await app.whenIdle()
    return (await window.call('get-briefing', { id: briefingId })).briefing
  }
  const spoken = await briefOf(id)
  expect([spoken?.status, spoken?.audio?.voice, spoken?.voiceNotice]).toEqual(['done', 'Piper (en_GB-test-medium)', null])
  expect(spoken?.sentences.length).toBeGreaterThan(2)
  // A script in another language is not read by an English voice.
  const other = await window.call('capture-item', { body: german })
  expect((await briefOf(other.id))?.audio?.voice).toBe('eSpeak NG (de)')

  // Gone from its place, it is said, and the script is there.
  chmodSync(piper.program, 0o644)
  expect((await window.call('get-piper', {})).problem).toContain('may not be started')
  const silent = await briefOf(id)
  expect([silent?.status, silent?.audio, silent?.voiceNotice]).toEqual(['done', null, expect.stringContaining('may not be started')])
  expect(silent?.script).toBeTruthy()

  rmSync(piper.program)
  await window.call('update-settings', { roles: { voice: null } })
  expect(await window.call('get-piper', {})).toMatchObject({ chosen, inUse: false })
  expect((await briefOf(id))?.audio?.voice).toBe('eSpeak NG (en)')
})
