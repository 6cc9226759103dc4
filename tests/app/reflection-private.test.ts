import { describe, expect, it, vi } from 'vitest'
import { closeReflectionsAfterEach, ofKind, startReflectionApp } from '../support/reflection-app'

vi.setConfig({ testTimeout: 60_000 })
closeReflectionsAfterEach()

const CANARY = 'HELIOTROPE'

describe('thoughts that stay here', () => {
  it('are read on this computer, and then no program gets the reflection, its item, its findings or their number', async () => {
    const { window, program, app, write, reflect, events } = await startReflectionApp({ model: true })
    await write('Hidden', `The ${CANARY} blooms at night.`, { private: true })
    await write('Second', 'A second thought.')
    await write('Third', 'A third thought.')
    await app.whenIdle()
    const reflection = await reflect()
    expect(reflection).toMatchObject({ state: 'done', itemCount: 3, private: true, leftOut: { private: 0 } })
    const id = reflection.report?.id ?? ''
    expect((await window.call('get-item', { id })).private).toBe(true)
    expect(await program.call('get-reflection', {})).toEqual({ reflection: null })
    const withheld = { code: 'ITEM_PRIVATE' }
    await expect(program.call('get-reflection', { id: reflection.id })).rejects.toMatchObject(withheld)
    await expect(program.call('get-reflection', { itemId: id })).rejects.toMatchObject(withheld)
    const [gap] = ofKind(reflection, 'gap')
    const one = { reflectionId: reflection.id, findingId: gap?.id ?? '' }
    await expect(program.call('capture-finding', one)).rejects.toMatchObject(withheld)
    await expect(program.call('settle-finding', { ...one, state: 'settled' })).rejects.toMatchObject(withheld)
    expect(await program.call('list-reflections', {})).toMatchObject({ reflections: [], total: 0, waiting: 0 })
    const { counts } = await program.call('get-review', {})
    expect(counts).toMatchObject({ contradictions: { count: 0 }, questions: { count: 0 } })
    expect((await window.call('get-review', {})).counts).toMatchObject({ contradictions: { count: 1 }, questions: { count: 1 } })
    expect((await program.call('list-review', { section: 'questions' })).entries).toEqual([])
    expect((await program.call('list-review', { section: 'contradictions' })).entries).toEqual([])
    const shown = JSON.stringify(await program.call('get-job', { id: reflection.jobId ?? '' }))
    expect(shown).not.toContain(CANARY)
    const streamed = events.flatMap((event) => (event.type === 'job-progress' ? [event.payload.text] : []))
    expect(streamed.join('')).not.toContain(CANARY)
    // What is made of it stays here too.
    const { itemId } = await window.call('capture-finding', one)
    expect((await window.call('get-item', { id: itemId })).private).toBe(true)
  })

  it('are neither read nor counted when a program asks, and come with the next reflection of the window', async () => {
    const { window, program, app, write, reflect } = await startReflectionApp({ model: true })
    await write('Hidden', `The ${CANARY} blooms at night.`, { private: true })
    await write('Second', 'A second thought.')
    await write('Third', 'A third thought.')
    await expect(program.call('start-reflection', {})).rejects.toMatchObject({ message: expect.stringContaining('Only 2 thoughts were') })
    const fourth = await write('Fourth', 'A fourth thought.')
    await app.whenIdle()
    const { reflectionId } = await program.call('start-reflection', {})
    await app.whenIdle()
    const { reflection } = await program.call('get-reflection', { id: reflectionId })
    expect(reflection).toMatchObject({ state: 'done', itemCount: 3, private: false, leftOut: { over: 0, private: 0 } })
    expect(JSON.stringify(reflection)).not.toContain('Hidden')
    // The next one compares itself with this one, and still has to read what stayed here.
    await write('Fifth', 'A fifth thought.')
    await write('Sixth', 'A sixth thought.')
    expect((await window.call('list-reflections', {})).waiting).toBe(3)
    expect((await program.call('list-reflections', {})).waiting).toBe(2)
    const next = await reflect()
    expect(next).toMatchObject({ itemCount: 3, private: true })
    expect((await program.call('list-reflections', {})).reflections.map(({ id }) => id)).toEqual([reflectionId])
    // One that came to stay here takes the reflection with it.
    await window.call('update-item', { id: fourth, private: true })
    expect((await program.call('list-reflections', {})).total).toBe(0)
    await expect(program.call('get-reflection', { id: reflectionId })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
  })

  it('are left out and counted when the model is on another computer, also when they came to stay here in the middle', async () => {
    const { window, model, app, write, reflect } = await startReflectionApp({ model: true, elsewhere: true })
    await write('Hidden', `The ${CANARY} blooms at night.`, { private: true })
    await write('Second', 'A second thought.')
    await write('Third', 'A third thought.')
    await expect(reflect()).rejects.toMatchObject({ message: expect.stringContaining('Those that stay here are not counted') })
    await write('Fourth', 'A fourth thought.')
    await app.whenIdle()
    const reflection = await reflect()
    expect(reflection).toMatchObject({ state: 'done', itemCount: 3, private: false, leftOut: { over: 0, private: 1 } })
    const job = await window.call('get-job', { id: reflection.jobId ?? '' })
    expect(job.resultNote).toContain('1 that stay here were left out')
    const sent = () => JSON.stringify(model.requests.map(({ body }) => body))
    expect(sent()).not.toContain(CANARY)
    // The record of what left names what was read.
    const { entries } = await window.call('list-egress', { kind: 'model' })
    expect(entries.some(({ jobType, items }) => jobType === 'reflection_pass' && items.length === 3)).toBe(true)

    // It waited in the queue, and one of its thoughts came to stay here.
    const late = await write('Late', `The ${CANARY} came late.`)
    for (const n of [1, 2, 3]) await write(`More ${n}`, `One more thought, ${n}.`)
    await app.whenIdle()
    await window.call('pause-queue', {})
    const { reflectionId } = await window.call('start-reflection', {})
    await window.call('update-item', { id: late, private: true })
    await window.call('resume-queue', {})
    await app.whenIdle()
    const { reflection: second } = await window.call('get-reflection', { id: reflectionId })
    expect(second).toMatchObject({ state: 'done', itemCount: 3, leftOut: { private: 2 } })
    expect(sent()).not.toContain(CANARY)
  })
})
