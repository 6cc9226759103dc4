import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeApp, closeApps, PASSPHRASE, startApp, startWithVault, type TestApp } from '../support/app'
import { until } from '../support/collect-world'
import { ana, BOT_TOKEN, type FakeTelegram, startFakeTelegram } from '../support/fake-telegram'

let telegram: FakeTelegram
let running: TestApp

beforeEach(async () => {
  telegram = await startFakeTelegram()
  running = await startWithVault()
})

afterEach(async () => {
  await closeApps()
  await telegram.close()
})

const status = () => running.window.call('get-telegram', {})
const items = async () => (await running.window.call('list-items', { sort: 'oldest' })).items
const bodies = async () => Promise.all((await items()).map(async ({ id }) => (await running.window.call('get-item', { id })).body))

async function listen(): Promise<void> {
  await running.window.call('save-telegram', { token: BOT_TOKEN, baseAddress: telegram.origin, enabled: true })
  await running.window.call('allow-telegram-chat', { id: String(ana.id), allowed: true })
  await until(async () => (await status()).state === 'listening')
}

describe('messages', () => {
  it('become thoughts with Markdown and tags, and the bot says so', async () => {
    await listen()
    const number = telegram.write({
      text: 'Oat milk curdles in hot coffee #coffee',
      entities: [
        { type: 'bold', offset: 0, length: 8 },
        { type: 'hashtag', offset: 31, length: 7 },
      ],
    })
    await until(async () => (await items()).length === 1)
    const [item] = await items()
    expect(item).toMatchObject({ source: 'telegram', tags: ['coffee'], private: false, kind: 'thought' })
    expect(await bodies()).toEqual(['**Oat milk** curdles in hot coffee #coffee'])
    await until(() => telegram.sent().length === 1)
    expect(telegram.sent()).toEqual([{ chatId: String(ana.id), text: 'Saved.', replyTo: number }])
    expect(await status()).toMatchObject({ saved: 1, bot: { name: 'Notes', username: 'notes_test_bot' }, problem: null })
    expect(await running.window.call('search-items', { query: 'curdles' }).then(({ hits }) => hits.length)).toBe(1)
  })

  it('of a chat that is not allowed are not kept; /start tells its number once', async () => {
    await running.window.call('save-telegram', { token: BOT_TOKEN, baseAddress: telegram.origin, enabled: true })
    await until(async () => (await status()).state === 'listening')
    telegram.write({ text: 'buy pills' }, { chat: { id: -100_200_300, type: 'group', title: 'Spam' } })
    telegram.write({ text: '/start' })
    telegram.write({ text: '/start' })
    telegram.write({ text: 'hi' }, { chat: { id: 12, type: 'private', first_name: 'Last' } })
    await until(async () => (await status()).chats.length === 3 && telegram.sent().length > 0)
    expect(telegram.sent().length).toBe(1)
    expect(telegram.sent()[0]?.text).toContain(String(ana.id))
    expect(await items()).toEqual([])
    const chats = new Map((await status()).chats.map(({ id, name, allowed }) => [id, [name, allowed]]))
    expect(chats.get(String(ana.id))).toEqual(['Ana Lima', false])
    expect(chats.get('-100200300')).toEqual(['Spam', false])
  })

  it('that wait since yesterday come in order, told in one reply', async () => {
    for (let index = 0; index < 150; index += 1) telegram.write({ text: `Line ${index}` })
    await listen()
    await until(async () => (await status()).saved === 150)
    expect((await bodies()).slice(0, 2)).toEqual(['Line 0', 'Line 1'])
    await until(() => telegram.sent().length >= 2)
    expect(telegram.sent().map(({ text }) => text)).toEqual(['Saved 100 thoughts.', 'Saved 50 thoughts.'])
  })

  it('that are edited change their thought, unless it was changed here', async () => {
    await listen()
    const number = telegram.write({ text: 'Rain at four' })
    await until(async () => (await status()).saved === 1)
    telegram.write({ text: 'Rain at five' }, { messageId: number, edit: true })
    await until(async () => (await bodies())[0] === 'Rain at five')
    const id = (await items())[0]?.id ?? ''
    expect(await running.window.call('get-item', { id }).then(({ versions }) => versions)).toBe(1)
    await running.window.call('update-item', { id, body: 'Rain at five, says the window' })
    telegram.write({ text: 'Rain at six' }, { messageId: number, edit: true })
    await until(() => telegram.sent().some(({ text }) => text.includes('not taken over')))
    expect(await bodies()).toEqual(['Rain at five, says the window'])
    expect((await items()).length).toBe(1)
  })

  it('/undo moves the newest to the trash', async () => {
    await listen()
    telegram.write({ text: 'first' })
    telegram.write({ text: 'second' })
    await until(async () => (await status()).saved === 2)
    telegram.write({ text: '/undo' })
    await until(async () => (await status()).saved === 1)
    expect(await bodies()).toEqual(['first'])
  })

  it('keep what is neither text nor file: places, contacts, polls, and where it was forwarded from', async () => {
    await listen()
    telegram.write({ location: { latitude: 52.5, longitude: 13.4 }, venue: { title: 'Museum', address: 'Am Ufer 1' } })
    telegram.write({ contact: { phone_number: '+49 30 1', first_name: 'Bo' } })
    telegram.write({ poll: { question: 'Tea?', options: [{ text: 'Yes' }, { text: 'No' }] } })
    telegram.write({ text: 'News', forward_origin: { type: 'channel', chat: { title: 'Daily' } } })
    telegram.write({ sticker: { emoji: '👍' } })
    telegram.push({ message: { nonsense: true } })
    telegram.write({ text: 'after nonsense' })
    await until(async () => (await status()).saved === 5)
    expect(await bodies()).toEqual([
      'Museum\nAm Ufer 1\nLocation: 52.5, 13.4',
      'Contact: Bo, +49 30 1',
      'Tea?\n- Yes\n- No',
      'News\n\nForwarded from Daily',
      'after nonsense',
    ])
    await until(() => telegram.sent().some(({ text }) => text.includes('no stickers')))
  })

  it('that are set to stay here are private', async () => {
    await listen()
    await running.window.call('save-telegram', { staysHere: true, answers: false })
    telegram.write({ text: 'only here' })
    await until(async () => (await status()).saved === 1)
    expect((await items())[0]?.private).toBe(true)
    expect(telegram.sent()).toEqual([])
  })
})

describe('files', () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

  it('are attached: an album is one thought, a note its text', async () => {
    const [one, two, three] = [
      telegram.addFile(png, 'photos/a.jpg'),
      telegram.addFile(Buffer.concat([png, png]), 'photos/b.jpg'),
      telegram.addFile(Buffer.from('plain words in a file'), 'documents/c.txt'),
    ]
    await listen()
    const photo = (file: string) => [
      { file_id: 'small', file_size: 5, width: 10, height: 10 },
      { file_id: file, file_size: 70, width: 100, height: 100 },
    ]
    telegram.write({ photo: photo(one), media_group_id: 'g1', caption: 'The bridge' })
    telegram.write({ photo: photo(two), media_group_id: 'g1' })
    telegram.write({ document: { file_id: three, file_name: 'notes.txt', file_size: 21 } })
    await until(async () => (await status()).filesWaiting === 0 && (await status()).saved === 2)
    const [album, note] = await items()
    const attached = async (itemId = '') => (await running.window.call('list-attachments', { itemId })).attachments
    expect((await attached(album?.id)).map(({ kind }) => kind)).toEqual(['image', 'image'])
    expect(await attached(note?.id)).toMatchObject([{ name: 'notes.txt', kind: 'text', bytes: 21 }])
    expect([album?.title, note?.title]).toEqual(['The bridge', 'notes.txt'])
    await running.app.whenIdle()
    expect((await running.window.call('search-items', { query: 'plain words' })).hits.map(({ id }) => id)).toContain(note?.id)
  })

  it('that are too large or gone are told, and nothing else is lost', async () => {
    await listen()
    telegram.write({ video: { file_id: 'v', file_name: 'party.mp4', file_size: 30_000_000 }, caption: 'The party' })
    telegram.write({ voice: { file_id: 'gone', file_size: 10 } })
    await until(async () => (await status()).filesFailed === 1)
    expect((await bodies())[0]).toMatch(/^The party\n\n\(party\.mp4 is larger than 20 MB/)
    expect((await items())[1]?.title).toBe('Voice note from Telegram')
    const found = telegram.addFile(Buffer.from('OggS'))
    expect(found).toBe('file-0')
  })

  it('are fetched again after a lost line', async () => {
    const file = telegram.addFile(Buffer.from('some words'), 'documents/d.txt')
    await listen()
    telegram.fail('file', 'drop')
    telegram.write({ document: { file_id: file, file_name: 'd.txt' } })
    await until(async () => (await status()).filesWaiting === 0 && (await status()).saved === 1)
    const [item] = await items()
    expect((await running.window.call('list-attachments', { itemId: item?.id ?? '' })).attachments.map(({ bytes }) => bytes)).toEqual([10])
  })
})

describe('trouble', () => {
  it('a lock in between loses nothing and doubles nothing', async () => {
    await listen()
    telegram.write({ text: 'before' })
    await until(async () => (await status()).saved === 1)
    await running.app.lock('person')
    telegram.write({ text: 'while locked' })
    await closeApp(running.app)
    running = startApp({ dataDir: running.dataDir })
    await running.window.call('unlock-vault', { passphrase: PASSPHRASE })
    await until(async () => (await status()).saved === 2)
    expect(await bodies()).toEqual(['before', 'while locked'])
  })

  it('an update that comes twice is one thought, also when its confirmation was lost', async () => {
    await listen()
    const whole = { message_id: 900, date: 1_764_500_000, chat: ana, text: 'once' }
    telegram.push({ message: whole })
    telegram.push({ message: whole })
    await until(async () => (await status()).saved === 1)
    telegram.write({ text: 'next' })
    await until(async () => (await status()).saved === 2)
    expect(await bodies()).toEqual(['once', 'next'])
  })

  it('offline it waits and goes on by itself; a wrong answer of a sign-in page is no message', async () => {
    telegram.fail('getUpdates', 'drop', { status: 200, body: '<html>Sign in</html>' })
    await running.window.call('save-telegram', { token: BOT_TOKEN, baseAddress: telegram.origin, enabled: true })
    await until(async () => (await status()).state === 'waiting')
    expect((await status()).nextTryAt).toBeGreaterThan(0)
    await until(async () => (await status()).state === 'listening')
    expect((await status()).problem).toBeNull()
  })

  it('a token that Telegram does not know, and a bot that another program uses, are said in words', async () => {
    const wrong = '110201543:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    await running.window.call('save-telegram', { token: wrong, baseAddress: telegram.origin, enabled: true })
    await until(async () => (await status()).state === 'refused')
    expect((await status()).problem).toContain('@BotFather')
    telegram.fail('getUpdates', {
      status: 409,
      body: { ok: false, error_code: 409, description: 'Conflict: terminated by other getUpdates request' },
    })
    await running.window.call('save-telegram', { token: BOT_TOKEN })
    await until(async () => (await status()).state === 'taken')
    expect((await status()).problem).toContain('Another program')
  })

  it('"Local only" stops it before anything leaves', async () => {
    await running.window.call('update-settings', { localOnly: true })
    await running.window.call('save-telegram', { token: BOT_TOKEN, baseAddress: telegram.origin, enabled: true })
    await until(async () => (await status()).state === 'local-only')
    expect(telegram.calls).toEqual([])
  })

  it('the token is sealed, never handed out, and left out of the ledger; polls of an hour are one line', async () => {
    await listen()
    for (let index = 0; index < 5; index += 1) {
      telegram.write({ text: `n${index}` })
      await until(async () => (await status()).saved === index + 1)
    }
    const ledger = await running.window.call('list-egress', { kind: 'telegram' })
    const polls = ledger.entries.filter(({ path }) => path.endsWith('/getUpdates'))
    expect(polls.length).toBe(1)
    expect(polls[0]?.path).toBe('/bot…/getUpdates')
    expect(JSON.stringify([await status(), ledger, running.events])).not.toContain(BOT_TOKEN.slice(12))
    await expect(running.window.call('save-telegram', { baseAddress: 'https://elsewhere.example' })).rejects.toThrow(
      'Enter the token again',
    )
  })

  it('is nothing for programs', async () => {
    await expect(running.app.endpointFor('http').invoke('get-telegram', {})).resolves.toBeDefined()
    const { contract } = await import('../../src/shared/contract')
    expect(contract['get-telegram'].expose).toEqual([])
    expect(contract['save-telegram'].expose).toEqual([])
  })

  it('a bad token or chat is refused in words before anything is stored', async () => {
    await expect(running.window.call('save-telegram', { token: 'hello', enabled: true })).rejects.toThrow('not a token')
    await expect(running.window.call('save-telegram', { enabled: true })).rejects.toThrow('Enter the token')
    await expect(running.window.call('save-telegram', { token: BOT_TOKEN, baseAddress: 'http://192.168.0.9:8081' })).rejects.toThrow(
      'https',
    )
    await expect(running.window.call('allow-telegram-chat', { id: '@ana', allowed: true })).rejects.toThrow('whole number')
    expect(await status()).toMatchObject({ hasToken: false, enabled: false, state: 'no-token', chats: [] })
  })
})

describe('the address of a server of one’s own', () => {
  const save = (baseAddress: string) => running.window.call('save-telegram', { token: BOT_TOKEN, baseAddress, enabled: false })

  it('may be over plain http on this computer only', async () => {
    for (const remote of [
      'http://app.localhost:8081',
      'http://localhost.evil.example',
      'http://127.0.0.1.evil.example',
      'http://192.168.1.10',
    ]) {
      const refusal = { code: 'BAD_INPUT', message: expect.stringContaining('could read the token') }
      await expect(save(remote), remote).rejects.toMatchObject(refusal)
      expect(await status()).toMatchObject({ baseAddress: '' })
    }
    for (const local of ['http://LOCALHOST:8081', 'http://2130706433:8081', 'http://[::1]:8081', 'https://bots.example']) {
      await save(local)
      expect(await status()).toMatchObject({ baseAddress: new URL(local).href.replace(/\/$/, '') })
    }
  })
})
