import { afterAll, describe, expect, it } from 'vitest'
import { createProgramEvents } from '../../src/main/app/program-events'
import type { AppEvent } from '../../src/shared/contract/events'
import { closeApps, startWithVault } from '../support/app'

afterAll(closeApps)

describe('what programs see of the event stream', () => {
  it('is nothing of a thought that stays here, live and replayed, and all of the others', async () => {
    const { app, window } = await startWithVault()
    const toWindow: AppEvent[] = []
    const toPrograms: AppEvent[] = []
    app.endpoint.subscribe((event) => toWindow.push(event))
    app.endpointFor('http').subscribe((event) => toPrograms.push(event))
    const body =
      'The harbour was rebuilt after the flood. Its walls are two metres higher. Nobody has said who paid for them. The records are lost.'
    const open = await window.call('capture-item', { body })
    const secret = await window.call('capture-item', { body: `${body} Mine alone.`, private: true })
    for (const { id } of [open, secret]) await window.call('deep-think', { itemId: id })
    await app.whenIdle()

    const of = (events: AppEvent[], id: string) => events.filter((event) => 'itemId' in event.payload && event.payload.itemId === id)
    expect(of(toWindow, secret.id).map(({ type }) => type)).toEqual(expect.arrayContaining(['job-progress', 'thesis-updated']))
    expect(of(toPrograms, secret.id)).toEqual([])
    expect(of(toPrograms, open.id)).toEqual(of(toWindow, open.id))
    const replayed: AppEvent[] = []
    app.endpointFor('http').subscribe((event) => replayed.push(event), 0)
    expect(of(replayed, secret.id)).toEqual([])
    expect(of(replayed, open.id).length).toBeGreaterThan(3)
    expect(JSON.stringify([toPrograms, replayed])).not.toContain('Mine alone')
  })

  it('follows a thought that is made private or public', () => {
    const priv = new Map([['a', false]])
    const may = createProgramEvents((id) => priv.get(id) ?? null)
    const changed = { type: 'item-changed', seq: 1, at: 0, payload: { itemId: 'a', change: 'updated' } } as const
    const words = {
      type: 'job-progress',
      seq: null,
      at: 0,
      payload: { jobId: 'j', type: 'expand', itemId: 'a', offset: 0, text: 'x', note: '' },
    } as const
    expect([may(changed), may(words)]).toEqual([true, true])
    priv.set('a', true)
    expect([may(changed), may(words)]).toEqual([false, false])
    priv.set('a', false)
    expect([may(changed), may(words)]).toEqual([true, true])
  })

  it('is the end of a thought that is gone, without its words', () => {
    const may = createProgramEvents(() => null)
    expect(may({ type: 'item-changed', seq: 1, at: 0, payload: { itemId: 'a', change: 'erased' } })).toBe(true)
    expect(may({ type: 'summary-set', seq: 2, at: 0, payload: { itemId: 'a', summary: 'words' } })).toBe(false)
    expect(may({ type: 'queue-paused', seq: 3, at: 0, payload: {} })).toBe(true)
  })
})
