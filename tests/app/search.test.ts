import { afterEach, describe, expect, it } from 'vitest'
import { closeApp, closeApps, PASSPHRASE, startApp, startWithVault, type TestApp } from '../support/app'
import { startFakeOpenAi } from '../support/fake-openai-server'
import { chooseModelServer } from '../support/model-server'

afterEach(closeApps)

const capture = async ({ window }: TestApp, body: string, more: { title?: string; tags?: string[]; private?: boolean } = {}) =>
  (await window.call('capture-item', { body, ...more })).id
const find = async (client: Pick<TestApp['window'], 'call'>, query: string, limit = 20) =>
  (await client.call('search-items', { query, limit })).hits.map(({ id }) => id)

/** A vault whose queue stands still, for what needs no vector. */
async function quiet(): Promise<TestApp> {
  const running = await startWithVault()
  await running.window.call('pause-queue', {})
  return running
}

describe('any input is a query (P14)', () => {
  const samples = [
    "don't panic",
    're-read',
    '"unclosed',
    'tea AND',
    'NOT',
    'NEAR(',
    'title:tea',
    'a*b',
    '*',
    '^x',
    '2031-05-04',
    'ann@example.org',
    '/home/ann',
    '100%',
    '_',
    'C++',
    "'; DROP TABLE thoughts;--",
    '!!!',
    'tag:',
    'tag:nothing',
    'kind:blue',
    'is:thesis',
  ]

  it('finds the note that holds the text, and nothing is an error', async () => {
    const running = await quiet()
    for (let number = 0; number < 20; number += 1) await capture(running, `Plain prose number ${number} on gardens and the sea.`)
    const ids = new Map<string, string>()
    for (const [number, text] of samples.entries())
      ids.set(text, await capture(running, `Before it ${text} and after it.`, { title: `Note ${number}` }))
    for (const [text, id] of ids) expect([text, (await find(running.window, text)).includes(id)]).toEqual([text, true])
    expect(await find(running.window, 'x'.repeat(5000))).toEqual([])
    expect(await find(running.window, `${'word '.repeat(3999)}word`)).toEqual([])
  })

  it('shows the newest thoughts for nothing typed', async () => {
    const running = await quiet()
    const ids = [await capture(running, 'first'), await capture(running, 'second')]
    expect((await find(running.window, '   ')).sort()).toEqual([...ids].sort())
    expect(await running.window.call('search-items', { query: '', limit: 1 })).toMatchObject({ hits: [{ why: 'filter' }], more: true })
  })
})

describe('the same letters in other bytes (P16)', () => {
  it.each([
    ['Café Zürich', 'Café Zürich'.normalize('NFD')],
    ['Tiếng Việt', 'Tiếng Việt'.normalize('NFD')],
    ['한국어 생각', '한국어 생각'.normalize('NFD')],
    ['ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
    ['ﾊﾟﾝ', 'パン'],
  ])('%s is found by either form, as text, title and tag', async (one, other) => {
    const running = await quiet()
    const text = await capture(running, `It says ${one} in the middle.`)
    const title = await capture(running, 'body', { title: one })
    const tagged = await capture(running, 'tagged body', { tags: [one.normalize('NFC')] })
    for (const query of [one, other]) {
      expect((await find(running.window, query)).sort()).toEqual([text, title, tagged].sort())
      expect(await find(running.window, `tag:"${query}"`)).toEqual([tagged])
    }
    const again = await capture(running, 'same tag', { tags: [other] })
    expect((await find(running.window, `tag:"${one}"`)).sort()).toEqual([tagged, again].sort())
  })

  it('finds Hebrew with an English word and a price, a title with a direction control, forty accents on a letter', async () => {
    const running = await quiet()
    const hebrew = await capture(running, 'קניתי laptop ב־1,299 ₪ אתמול')
    const control = await capture(running, 'body', { title: 'invoice\u202efdp.exe' })
    const stacked = await capture(running, `z${'\u0301'.repeat(40)}algo text`)
    expect(await find(running.window, 'קניתי')).toEqual([hebrew])
    expect(await find(running.window, 'laptop 1,299')).toEqual([hebrew])
    expect(await find(running.window, 'invoicefdp.exe')).toEqual([control])
    expect(await find(running.window, 'zalgo')).toEqual([stacked])
  })
})

describe('the deleted never comes back (P13)', () => {
  const near = ['The cat sleeps on the warm roof.', 'A cat is sleeping on the warm roof.', 'On the warm roof the cat sleeps.']

  it('from search by words or meaning, from links, from programs; not after a restart; restored with its links', {
    timeout: 120_000,
  }, async () => {
    const running = await startWithVault()
    const { window, app, dataDir } = running
    const [first = '', second = '', third = ''] = [
      await capture(running, near[0] ?? ''),
      await capture(running, near[1] ?? ''),
      await capture(running, near[2] ?? ''),
    ]
    await app.whenIdle()
    const byMeaning = 'a kitten naps on top of the house'
    expect((await find(window, byMeaning)).sort()).toEqual([first, second, third].sort())
    await window.call('delete-item', { id: second })
    const nowhere = async ({ window: one, program: other }: Pick<TestApp, 'window' | 'program'>) => {
      for (const client of [one, other])
        for (const query of [byMeaning, 'cat roof', 'kind:thought', '', '"is sleeping"'])
          expect(await find(client, query)).not.toContain(second)
      expect((await one.call('get-item', { id: first })).links.map(({ item }) => item.id)).toEqual([third])
    }
    await nowhere(running)
    await closeApp(app)
    const again = startApp({ dataDir })
    await again.window.call('unlock-vault', { passphrase: PASSPHRASE })
    await again.app.whenIdle()
    await nowhere(again)
    await again.window.call('restore-item', { id: second })
    await again.app.whenIdle()
    expect(await find(again.window, byMeaning)).toContain(second)
    expect((await again.window.call('get-item', { id: first })).links.map(({ item }) => item.id).sort()).toEqual([second, third].sort())
  })

  it('when it is deleted while its embed job runs, and when its meaning is turned round', { timeout: 120_000 }, async () => {
    const running = await startWithVault()
    const { window, app } = running
    const kept = await capture(running, near[0] ?? '')
    const gone = await capture(running, near[1] ?? '')
    await expect
      .poll(async () => (await window.call('list-jobs', { status: 'running', limit: 10 })).jobs.length, { interval: 1, timeout: 10_000 })
      .toBeGreaterThan(0)
    await window.call('delete-item', { id: gone })
    await app.whenIdle()
    expect(await find(window, 'a kitten naps on top of the house')).toEqual([kept])
    await window.call('update-item', { id: kept, body: 'Quarterly tax figures for the accountant.' })
    await app.whenIdle()
    expect(await find(window, 'a kitten naps on top of the house')).toEqual([])
    expect(await find(window, 'money owed to the state')).toEqual([kept])
  })

  it('when another embedding model comes into force, before and after', { timeout: 120_000 }, async () => {
    const fake = await startFakeOpenAi()
    try {
      const running = await startWithVault()
      const { window, app } = running
      const kept = await capture(running, near[0] ?? '')
      const gone = await capture(running, near[1] ?? '')
      const later = await capture(running, near[2] ?? '')
      await app.whenIdle()
      await window.call('delete-item', { id: gone })
      await chooseModelServer(window, { baseUrl: fake.baseUrl, model: 'fake-model', embeddingModel: 'fake-embedder' })
      await expect.poll(async () => (await window.call('get-embedding-state', {})).change, { timeout: 60_000 }).toBeNull()
      await app.whenIdle()
      expect((await find(window, 'cats sleeping, warm roofs')).sort()).toEqual([kept, later].sort())
      await window.call('delete-item', { id: later })
      expect(await find(window, 'cats sleeping, warm roofs')).toEqual([kept])
    } finally {
      await closeApps()
      await fake.close()
    }
  })
})

describe('what stays here', () => {
  it('is found in the window, and by no program in any way', async () => {
    const running = await quiet()
    const secret = await capture(running, 'The walrus knows the diagnosis.', { private: true, tags: ['health'] })
    const open = await capture(running, 'The walrus swims.', { tags: ['health'] })
    for (const query of ['walrus', 'tag:health', 'tag:health walrus', '"the walrus"', ''])
      expect((await find(running.window, query)).sort()).toEqual([secret, open].sort())
    expect(await find(running.window, 'is:private')).toEqual([secret])
    for (const query of ['walrus', 'diagnosis', 'tag:health', 'is:private', 'is:private walrus', '"knows the diagnosis"', '-swims', ''])
      expect(await find(running.program, query)).not.toContain(secret)
    expect(await find(running.program, 'walrus')).toEqual([open])
    await running.window.call('update-item', { id: open, private: true })
    expect(await find(running.program, 'walrus')).toEqual([])
  })
})

describe('a long text (P12)', () => {
  it('shows the passage that is nearest in meaning, far from its beginning', { timeout: 120_000 }, async () => {
    const running = await startWithVault()
    const filler = 'The committee discussed the budget of the town hall and the schedule of its meetings. '.repeat(13)
    const passage = 'My daughter learned to ride her bicycle in the park on Sunday. '.repeat(16)
    const id = await capture(running, `${filler}\n\n${passage}\n\n${filler}`, { title: 'Diary' })
    await running.app.whenIdle()
    const { hits } = await running.window.call('search-items', { query: 'teaching a child cycling outdoors' })
    const [hit] = hits
    expect(hit?.id).toBe(id)
    expect(hit?.why).toBe('meaning')
    expect(Math.abs((hit?.at ?? 0) - filler.length)).toBeLessThan(1000)
  })

  it('finds the last word of one line of 12 MB', { timeout: 120_000 }, async () => {
    const running = await quiet()
    const id = await capture(running, `${'lorem ipsum '.repeat(1_000_000)}zyzzyva`)
    await expect.poll(() => find(running.window, 'zyzzyva'), { timeout: 100_000 }).toEqual([id])
    const { hits } = await running.window.call('search-items', { query: 'zyzzyva' })
    expect(hits[0]?.passage.slice(...(hits[0].marks[0] ?? [0, 0]))).toBe('zyzzyva')
  })
})
