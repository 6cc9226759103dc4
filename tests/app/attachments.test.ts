import { createHash, randomFillSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterEach, describe, expect, it } from 'vitest'
import { MAX_ATTACHMENT_BYTES } from '../../src/shared/contract/attachments'
import { closeApp, closeApps, PASSPHRASE, startApp, startWithVault, type TestApp } from '../support/app'
import { attach, readAttachment } from '../support/attach'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai-server'
import { chooseModelServer } from '../support/model-server'
import { samplePdf, samplePng } from '../support/sample-pdf'

let server: FakeOpenAi | undefined
afterEach(async () => {
  await closeApps()
  await server?.close()
  server = undefined
})

const lease = samplePdf([
  ['Rental agreement', 'The house on Mill Street is let from the first of May.'],
  ['Deposit', 'The tenant pays a quokka deposit of 900 euros.'],
])

const files = (dataDir: string) =>
  readdirSync(join(dataDir, 'blobs'), { recursive: true, encoding: 'utf8' }).filter((name) => /\.tvb/.test(name))

async function withItem(body = 'Papers of the flat'): Promise<TestApp & { id: string }> {
  const running = await startWithVault()
  await running.window.call('update-settings', { autoSummary: false })
  const { id } = await running.window.call('capture-item', { body })
  return { ...running, id }
}

describe('a file attached to a thought', () => {
  it('comes back byte for byte, from any offset, and lies on the disk in cipher only', async () => {
    const { window, id, dataDir, app } = await withItem()
    const bytes = Buffer.alloc(1_400_000)
    randomFillSync(bytes)
    bytes.write('CANARY-IN-A-FILE', 700_000)
    const { attachment } = await attach(window, id, 'sound.bin', bytes)
    expect(attachment).toMatchObject({ name: 'sound.bin', kind: 'file', bytes: 1_400_000, text: 'none' })
    expect((await readAttachment(window, attachment.id)).equals(bytes)).toBe(true)
    const late = await window.call('read-attachment', { id: attachment.id, offset: 1_399_990 })
    expect(Buffer.from(late.base64, 'base64').equals(bytes.subarray(1_399_990))).toBe(true)
    expect(late.done).toBe(true)
    expect((await window.call('read-attachment', { id: attachment.id, offset: 5_000_000 })).base64).toBe('')
    await app.whenIdle()
    for (const name of files(dataDir)) expect(readFileSync(join(dataDir, 'blobs', name)).includes('CANARY-IN-A-FILE')).toBe(false)
  })

  it('is found by its text with name and page, and no more once it is off, and again when it is put back', async () => {
    const { window, app, id } = await withItem()
    const { attachment } = await attach(window, id, 'lease.pdf', lease)
    await app.whenIdle()
    const [shown] = (await window.call('list-attachments', { itemId: id })).attachments
    expect(shown).toMatchObject({ kind: 'pdf', pages: 2, text: 'read', textNote: '' })
    const find = async (query: string) => (await window.call('search-items', { query })).hits.find((hit) => hit.id === id)
    const hit = await find('quokka deposit')
    expect(hit?.attachment).toEqual({ id: attachment.id, name: 'lease.pdf', page: 2 })
    expect(hit?.passage).toContain('quokka deposit')
    expect(hit?.marks.map(([from, to]) => hit.passage.slice(from, to))).toContain('quokka')
    // Words of the thought and of its file together are one find.
    expect((await find('papers quokka'))?.why).not.toBe('meaning')
    expect((await window.call('read-attachment-text', { id: attachment.id, page: 2 })).text).toContain('900 euros')

    await window.call('remove-attachment', { id: attachment.id })
    expect((await window.call('list-attachments', { itemId: id })).attachments).toEqual([])
    expect((await find('quokka'))?.attachment).toBeUndefined()
    await window.call('restore-attachment', { id: attachment.id })
    expect((await find('quokka'))?.attachment?.page).toBe(2)
  })

  it('is embedded with its thought: the vector is of other content than before, and made once', async () => {
    const { window, app, id, events } = await withItem()
    await app.whenIdle()
    const embedded = () => events.filter((event) => event.type === 'embedding-set' && event.payload.itemId === id).length
    const before = embedded()
    await attach(window, id, 'lease.pdf', lease)
    await app.whenIdle()
    expect(embedded()).toBe(before + 1)
    await window.call('update-item', { id, tags: ['flat'] })
    await app.whenIdle()
    expect(embedded()).toBe(before + 1)
  })

  it('keeps a file once, and says so', async () => {
    const { window, id, dataDir } = await withItem()
    const first = await attach(window, id, 'lease.pdf', lease)
    const again = await attach(window, id, 'lease (copy).pdf', lease)
    expect(first.isDuplicate).toBe(false)
    expect(again).toMatchObject({ isDuplicate: true, attachment: { id: first.attachment.id, name: 'lease.pdf' } })
    expect(files(dataDir)).toHaveLength(1)
  })

  it.each([
    ['page.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'text', 'text/plain'],
    ['notes.pdf', '<!doctype html><script>alert(1)</script>', 'text', 'text/plain'],
    ['letter.txt', samplePng, 'image', 'image/png'],
    ['photo.jpg', lease, 'pdf', 'application/pdf'],
    ['old.txt', Buffer.from('caf\xe9 cr\xe8me', 'latin1'), 'text', 'text/plain'],
    ['wide.txt', Buffer.from('\ufeffGr\u00fc\u00dfe', 'utf16le'), 'text', 'text/plain'],
  ])('takes %s for what it holds', async (name, content, kind, mime) => {
    const { window, id } = await withItem()
    expect((await attach(window, id, name, Buffer.from(content as Buffer))).attachment).toMatchObject({ name, kind, mime })
  })

  it('reads text in old encodings as its writer meant it', async () => {
    const { window, id, app } = await withItem()
    const old = await attach(window, id, 'old.txt', Buffer.from('caf\xe9 cr\xe8me', 'latin1'))
    const wide = await attach(window, id, 'wide.txt', Buffer.from('\ufeffGr\u00fc\u00dfe aus Z\u00fcrich', 'utf16le'))
    await app.whenIdle()
    expect((await window.call('read-attachment-text', { id: old.attachment.id, page: 1 })).text).toBe('café crème')
    expect((await window.call('read-attachment-text', { id: wide.attachment.id, page: 1 })).text).toBe('Grüße aus Zürich')
  })

  it('stays when its PDF is broken, and says in words what cannot be done', async () => {
    const { window, id, app } = await withItem()
    await attach(window, id, 'broken.pdf', Buffer.concat([lease.subarray(0, 40), Buffer.alloc(5000, 7)]))
    await app.whenIdle()
    const [shown] = (await window.call('list-attachments', { itemId: id })).attachments
    expect(shown?.text).toBe('unreadable')
    expect(shown?.textNote).toMatch(/could not be read/)
    expect((await window.call('list-jobs', { status: 'dead' })).jobs).toEqual([])
  })

  it('makes odd names safe to show and to save under', async () => {
    const { window, id } = await withItem()
    const named = async (name: string, content: string) => (await attach(window, id, name, Buffer.from(content))).attachment.name
    expect(await named('../../etc/passwd', 'a')).toBe('passwd')
    expect(await named('C:\\Users\\me\\CON.txt', 'b')).toBe('_CON.txt')
    expect(await named('invoice\u202Egnp.exe', 'c')).toBe('invoicegnp.exe')
    expect(await named('a\u0000b\nc.txt', 'd')).toBe('abc.txt')
    expect(await named('...', 'e')).toBe('attachment')
    const long = await named(`${'名'.repeat(300)}.pdf`, 'f')
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(240)
    expect(long).toMatch(/名\.pdf$/)
  })
})

describe('limits', () => {
  it('refuses what is empty or too large before a byte is sent', async () => {
    const { window, id } = await withItem()
    await expect(window.call('begin-attachment', { itemId: id, name: 'nothing.txt', bytes: 0 })).rejects.toThrow(/is empty/)
    await expect(window.call('begin-attachment', { itemId: id, name: 'film.mov', bytes: MAX_ATTACHMENT_BYTES + 1 })).rejects.toThrow(
      /500 MB at most/,
    )
  })

  it('refuses parts out of order, too many bytes and broken base64, and keeps none of it', async () => {
    const { window, id, dataDir } = await withItem()
    const { uploadId } = await window.call('begin-attachment', { itemId: id, name: 'a.txt', bytes: 6 })
    await expect(window.call('append-attachment', { uploadId, offset: 3, base64: 'YWJj' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(window.call('append-attachment', { uploadId, offset: 0, base64: 'YW?j' })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await window.call('append-attachment', { uploadId, offset: 0, base64: 'YWJj' })
    await expect(window.call('finish-attachment', { uploadId })).rejects.toThrow(/3 bytes of this file are missing/)
    await window.call('abandon-attachment', { uploadId })
    await expect(window.call('append-attachment', { uploadId, offset: 3, base64: 'YWJj' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(files(dataDir)).toEqual([])
  })
})

describe('a vault that is locked, deleted from, or private', () => {
  it('leaves no half file when it is locked in the middle', async () => {
    const { window, id, dataDir, app } = await withItem()
    const { uploadId } = await window.call('begin-attachment', { itemId: id, name: 'a.bin', bytes: 600_000 })
    await window.call('append-attachment', { uploadId, offset: 0, base64: Buffer.alloc(524_288).toString('base64') })
    expect(files(dataDir)).toHaveLength(1)
    await app.lock('person')
    expect(files(dataDir)).toEqual([])
    await expect(window.call('append-attachment', { uploadId, offset: 524_288, base64: '' })).rejects.toMatchObject({
      code: 'VAULT_LOCKED',
    })
  })

  it('deletes the files of an erased thought, and of one taken off by the time it is opened again', async () => {
    let now = Date.now()
    const { window, id, dataDir, app } = await (async () => {
      const running = await startWithVault({ now: () => now })
      return { ...running, id: (await running.window.call('capture-item', { body: 'Papers' })).id }
    })()
    const { id: other } = await window.call('capture-item', { body: 'Other papers' })
    await attach(window, id, 'lease.pdf', lease)
    const kept = await attach(window, other, 'lease.pdf', lease)
    await app.whenIdle()
    expect(files(dataDir)).toHaveLength(2)
    await window.call('delete-item', { id })
    await window.call('erase-item', { id })
    await expect.poll(() => files(dataDir).length).toBe(1)
    await window.call('remove-attachment', { id: kept.attachment.id })
    expect(files(dataDir)).toHaveLength(1)
    await closeApp(app)
    now += 120_000
    const again = startApp({ dataDir, now: () => now })
    await again.window.call('unlock-vault', { passphrase: PASSPHRASE })
    await expect.poll(() => files(dataDir).length).toBe(0)
    await expect(again.window.call('restore-attachment', { id: kept.attachment.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('shows programs nothing of the files of a thought that stays here', async () => {
    const { window, program, app, id } = await withItem()
    const { attachment } = await attach(window, id, 'lease.pdf', lease)
    await app.whenIdle()
    expect((await program.call('search-items', { query: 'quokka' })).hits[0]?.attachment?.name).toBe('lease.pdf')
    await window.call('update-item', { id, private: true })
    expect((await program.call('search-items', { query: 'quokka' })).hits).toEqual([])
    for (const ask of [
      () => program.call('list-attachments', { itemId: id }),
      () => program.call('read-attachment', { id: attachment.id, offset: 0 }),
      () => program.call('read-attachment-text', { id: attachment.id, page: 1 }),
      () => program.call('remove-attachment', { id: attachment.id }),
      () => program.call('begin-attachment', { itemId: id, name: 'a.txt', bytes: 1 }),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
  })
})

describe('thinking about a thought with files', () => {
  const chats = () =>
    (server?.requests ?? []).filter((one) => one.route === 'chat').map((one) => one.body.messages as { content: unknown }[])

  it('gives the model text inline and pictures as image_url', async () => {
    server = await startFakeOpenAi()
    const { window, app, id } = await withItem()
    await chooseModelServer(window, { baseUrl: server.baseUrl, model: 'fake-model' })
    await attach(window, id, 'lease.pdf', lease)
    await attach(window, id, 'plan.png', samplePng)
    await app.whenIdle()
    await window.call('summarize-item', { itemId: id })
    await app.whenIdle()
    const user = chats().at(-1)?.at(-1)?.content as { type: string; text?: string; image_url?: { url: string } }[]
    expect(user[0]?.text).toContain('quokka deposit')
    expect(user[0]?.text).toContain('lease.pdf')
    expect(user[1]?.image_url?.url).toBe(`data:image/png;base64,${samplePng.toString('base64')}`)
  })

  it('asks a model that refuses pictures again without, says so in the prompt, and remembers it', async () => {
    server = await startFakeOpenAi()
    const { window, app, id } = await withItem()
    await chooseModelServer(window, { baseUrl: server.baseUrl, model: 'fake-model' })
    await attach(window, id, 'plan.png', samplePng)
    server.failNext(1, { kind: 'status', status: 400, message: 'This model does not support image input.', route: 'chat' })
    await window.call('deep-think', { itemId: id })
    await app.whenIdle()
    expect((await window.call('get-thesis', { itemId: id })).status).toBe('done')
    const asked = chats()
    expect(JSON.stringify(asked[0])).toContain('image_url')
    expect(JSON.stringify(asked[1])).not.toContain('image_url')
    expect(JSON.stringify(asked[1])).toContain('could not be shown to you: \\"plan.png\\"')
    const before = chats().length
    await window.call('summarize-item', { itemId: id })
    await app.whenIdle()
    expect(
      chats()
        .slice(before)
        .some((messages) => JSON.stringify(messages).includes('image_url')),
    ).toBe(false)
  })
})

it('takes a file of 100 MB in parts, with the event loop running all the while', { timeout: 120_000 }, async () => {
  const { window, app, id } = await withItem()
  const total = 100 * 1024 * 1024
  const part = Buffer.alloc(512 * 1024)
  const hash = createHash('sha256')
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const baseline = process.memoryUsage().rss
  let peak = baseline
  delay.enable()
  const { uploadId } = await window.call('begin-attachment', { itemId: id, name: 'big.bin', bytes: total })
  for (let offset = 0; offset < total; offset += part.length) {
    part.fill(offset / part.length)
    part.writeUInt32BE(offset, 0)
    hash.update(part)
    await window.call('append-attachment', { uploadId, offset, base64: part.toString('base64') })
    peak = Math.max(peak, process.memoryUsage().rss)
  }
  const { attachment } = await window.call('finish-attachment', { uploadId })
  delay.disable()
  const read = createHash('sha256')
  for (let offset = 0; offset < total; ) {
    const { base64 } = await window.call('read-attachment', { id: attachment.id, offset })
    const bytes = Buffer.from(base64, 'base64')
    read.update(bytes)
    offset += bytes.length
  }
  expect(read.digest('hex')).toBe(hash.digest('hex'))
  await app.whenIdle()
  console.info(
    `100 MB: longest turn ${(delay.max / 1e6).toFixed(0)} ms, p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms, memory +${Math.round((peak - baseline) / 1e6)} MB`,
  )
})
