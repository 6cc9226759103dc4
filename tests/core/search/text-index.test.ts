import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { openSearchVault, type SearchVault } from './search-vault'

let vault: SearchVault
beforeEach(() => {
  vault = openSearchVault()
})

/** Notes that a query with signs must not be answered with by mistake. */
function saveOthers(): void {
  for (let index = 0; index < 30; index += 1) vault.save(`other-${index}`, `Plain prose number ${index} on gardens, vitamin C and the sea.`)
}

describe('any input is a query', () => {
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
    'tea OR (',
    '-tea',
    '{tea}',
    'C#',
    '😀',
    '\\',
    '""',
    "'",
    'x"y"z',
    '#tag',
  ]

  it.each(samples)('%s finds the note that holds it, first', (text) => {
    saveOthers()
    vault.save('right', `Before it ${text} and after it.`)
    expect(vault.find(text)[0]).toBe('right')
    expect(vault.find(`${text} `)[0]).toBe('right')
  })

  it.each(['', '   ', '\n\t', '\0', '\u200b'])('nothing to look for (%j) finds nothing', (query) => {
    saveOthers()
    expect(vault.find(query)).toEqual([])
  })

  it('takes 5,000 characters', () => {
    saveOthers()
    vault.save('right', 'a rare lighthouse')
    expect(vault.find(`lighthouse ${'word '.repeat(1000)}`)).toContain('right')
    expect(vault.find('x'.repeat(5000))).toEqual([])
  })

  it('never fails, and signs that mean something to SQLite match nothing by themselves', () => {
    for (let index = 0; index < 30; index += 1) vault.save(`n${index}`, `Plain prose about the sea number ${index}`)
    const signs = [
      '"',
      "'",
      '(',
      ')',
      '*',
      '^',
      ':',
      '-',
      '+',
      'NEAR',
      'AND',
      'OR',
      'NOT',
      'title',
      '{',
      '}',
      '\0',
      '\\',
      ';',
      '--',
      ',',
      ' ',
      '%',
      '_',
    ]
    const operators = fc.array(fc.constantFrom(...signs)).map((pieces) => pieces.join(''))
    const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(operators, anything, (made, typed) => {
        expect(vault.textIndex.search(`qqzz${made}`, 50)).toEqual([])
        vault.textIndex.search(typed, 50)
        vault.textIndex.search(`${made}${typed}`, 50)
      }),
      { numRuns: 1000 },
    )
    expect(vault.textIndex.count()).toBe(30)
  })

  it('takes operators as words: NOT excludes nothing, a column name names no column', () => {
    vault.save('both', 'green tea and black coffee', { title: 'drinks' })
    expect(vault.find('tea NOT coffee')).toEqual(['both'])
    expect(vault.find('title:drinks')).toEqual([])
  })
})

describe('words', () => {
  it('finds the beginning of the last word while it is typed, and whole words once a space follows', () => {
    vault.save('long', 'the lighthouses of Brittany')
    vault.save('short', 'a light meal')
    expect(vault.find('lighth')).toEqual(['long'])
    expect(vault.find('light')).toHaveLength(2)
    expect(vault.find('light ')[0]).toBe('short')
  })

  it('finds parts of words after whole words', () => {
    vault.save('whole', 'cept is an odd word')
    vault.save('part', 'a concept of mine')
    vault.save('none', 'nothing of the kind')
    expect(vault.find('cept ')).toEqual(['whole', 'part'])
    expect(vault.find('oncep ')).toEqual(['part'])
  })

  it('does not take the trigrams of a word that stand apart for the word', () => {
    vault.save('apart', 'abcx xbcd yabc bcdy')
    expect(vault.find('abcd ')).toEqual([])
  })

  it('ranks a match in the title above one in the body, and all the words above some', () => {
    vault.save('body', 'a word on sourdough in passing, between many other words')
    vault.save('title', 'Feed it in the morning.', { title: 'Sourdough' })
    expect(vault.find('sourdough ')).toEqual(['title', 'body'])
    vault.save('all', 'the bread and the butter')
    vault.save('some', 'bread, bread, bread and more bread')
    expect(vault.find('bread butter ')[0]).toBe('all')
  })

  it('finds tags', () => {
    vault.save('tagged', 'no such word', { tags: ['Küche', 'long reads'] })
    expect(vault.find('kuche')).toEqual(['tagged'])
    expect(vault.find('long reads')).toEqual(['tagged'])
  })

  it('tells which share of the telling words was found', () => {
    saveOthers()
    vault.save('half', 'walrus')
    vault.save('whole', 'walrus and pelican')
    const shares = new Map(vault.textIndex.search('walrus pelican ', 10).map((hit) => [hit.id, hit.share]))
    expect(shares.get('whole')).toBeCloseTo(1)
    expect(shares.get('half')).toBeGreaterThan(0.3)
    expect(shares.get('half')).toBeLessThan(0.7)
  })

  it('finds an old note by two words that are each in thousands of newer ones', () => {
    vault.save('old', 'alpha beta')
    for (let index = 0; index < 2100; index += 1) {
      vault.save(`a${index}`, `alpha ${index}`)
      vault.save(`b${index}`, `beta ${index}`)
    }
    expect(vault.find('alpha beta ')[0]).toBe('old')
    expect(vault.find('alpha ')).toHaveLength(20)
  })
})

describe('letters that are the same', () => {
  it.each([
    ['Café Zürich', 'Café Zürich'.normalize('NFD')],
    ['Việt Nam', 'Việt Nam'.normalize('NFD')],
    ['한국어', '한국어'.normalize('NFD')],
    ['Straße', 'STRASSE'],
    ['ｶﾞｲﾄﾞ', 'ガイド'],
    ['ＡＢＣ', 'abc'],
    ['שָׁלוֹם', 'שלום'],
  ])('%s is found by either form', (one, other) => {
    vault.save('one', `text ${one} text`, { title: `${one} title`, tags: [one] })
    vault.save('other', `text ${other} text`)
    expect(vault.find(one).sort()).toEqual(['one', 'other'])
    expect(vault.find(other).sort()).toEqual(['one', 'other'])
  })
})

describe('scripts without spaces', () => {
  beforeEach(() => {
    vault.save('tokyo', '私は東京都に住んでいます。手机abc壳')
    vault.save('kyoto', '京都の寺')
    vault.save('korean', '우리는 한국어를 배웁니다')
    vault.save('thai', 'ฉันรักภาษาไทยมาก')
  })

  it.each([
    ['東京都', ['tokyo']],
    ['東京', ['tokyo']],
    ['京都', ['kyoto', 'tokyo']],
    ['京', ['kyoto', 'tokyo']],
    ['寺', ['kyoto']],
    ['住んで', ['tokyo']],
    ['東都', []],
    ['手机abc', ['tokyo']],
    ['한국', ['korean']],
    ['국어', ['korean']],
    ['ภาษา', ['thai']],
  ])('%s finds %j', (query, expected) => {
    expect(vault.find(query).sort()).toEqual(expected)
  })
})

describe('changes', () => {
  it('forgets what an edit took out and finds what it brought in', () => {
    vault.save('note', 'the first wording')
    vault.save('note', 'another text')
    expect(vault.find('wording')).toEqual([])
    expect(vault.find('another')).toEqual(['note'])
    expect(vault.textIndex.count()).toBe(1)
  })

  it('never gives an item in the trash, and gives it again when it is restored', () => {
    vault.save('note', 'tea in the garden _')
    vault.moveToTrash('note')
    for (const query of ['tea', 'arden ', '_']) expect(vault.find(query)).toEqual([])
    vault.db.prepare('UPDATE items SET deleted_at = NULL').run()
    expect(vault.find('tea')).toEqual(['note'])
  })

  it('removes an item whether its row is already gone or not', () => {
    for (const id of ['a', 'b']) vault.save(id, `walrus ${id}`)
    vault.textIndex.remove('a')
    vault.db.prepare('DELETE FROM items WHERE id = ?').run('b')
    expect(vault.find('walrus')).toEqual([])
    vault.textIndex.remove('b')
    vault.textIndex.remove('never there')
    expect(vault.textIndex.count()).toBe(0)
  })

  it('writes nothing when the transaction around it fails', () => {
    const failing = vault.db.transaction(() => {
      vault.textIndex.index({ id: 'x', title: '', body: 'walrus', tags: [] })
      throw new Error('stop')
    })
    expect(failing).toThrow('stop')
    expect(vault.textIndex.count()).toBe(0)
  })

  it('survives VACUUM, which may change the numbers of rows without a key of their own', () => {
    for (const id of ['a', 'b', 'c']) vault.save(id, `walrus ${id}${id}${id}`)
    vault.textIndex.remove('a')
    vault.db.prepare('DELETE FROM items WHERE id = ?').run('a')
    vault.db.exec('VACUUM')
    expect(vault.find('bbb')).toEqual(['b'])
    expect(vault.find('ccc')).toEqual(['c'])
  })

  it('has no word of removed items in its tables after compacting', async () => {
    const holds = (word: string) =>
      ['search_words_data', 'search_parts_data'].some((table) =>
        (vault.db.prepare(`SELECT block FROM ${table}`).all() as { block: Uint8Array }[]).some(({ block }) =>
          Buffer.from(block).includes(word),
        ),
      )
    for (let index = 0; index < 500; index += 1) vault.save(`n${index}`, `note ${index} ${'filler '.repeat(index % 7)}`)
    vault.save('secret', 'xylophone')
    vault.save('edited', 'quetzal')
    vault.save('edited', 'harmless')
    expect([holds('xylo'), holds('quet')]).toEqual([true, true])
    vault.textIndex.remove('secret')
    await vault.textIndex.compact()
    expect([holds('xylo'), holds('quet'), holds('harmless')]).toEqual([false, false, true])
    expect(vault.find('filler ')).toHaveLength(20)
  })
})

describe('long bodies', () => {
  it('indexes the first slice at once and the rest afterwards, down to the last word', async () => {
    const body = `beginning ${'lorem ipsum '.repeat(9000)} middleword ${'dolor sit '.repeat(9000)} ending`
    vault.save('long', body, { title: 'A long one' })
    expect(vault.find('beginning')).toEqual(['long'])
    expect(vault.find('ending')).toEqual([])
    expect(await vault.textIndex.indexRemaining()).toBe(12)
    expect(vault.find('ending')).toEqual(['long'])
    const [hit] = vault.textIndex.search('middleword', 1)
    expect(body.slice(hit?.near, (hit?.near ?? 0) + 16_384)).toContain('middleword')
    expect(await vault.textIndex.indexRemaining()).toBe(0)
    vault.save('long', 'short now')
    for (const word of ['beginning', 'middleword', 'ending']) expect(vault.find(word)).toEqual([])
  })

  it('finds a word that lies on the border of two slices', async () => {
    vault.save('long', `${'x'.repeat(16_376)} needleword ${'y'.repeat(1000)}`)
    await vault.textIndex.indexRemaining()
    expect(vault.find('needleword ')).toEqual(['long'])
  })

  it('stops when aborted and goes on from there, without a slice twice', async () => {
    vault.save('long', 'walrus '.repeat(30_000))
    const stop = new AbortController()
    const running = vault.textIndex.indexRemaining(stop.signal)
    setImmediate(() => setImmediate(() => stop.abort()))
    const made = await running
    const rest = await Promise.all([vault.textIndex.indexRemaining(), vault.textIndex.indexRemaining()])
    expect(made).toBeLessThan(12)
    expect(made + rest[0] + rest[1]).toBe(12)
  })

  it('drops what it read when the item is changed meanwhile, even to the same length', async () => {
    const body = (word: string) => `${'a '.repeat(20_000)}${word} ${'b '.repeat(20_000)}${word}`
    vault.save('long', body('walrus'))
    const running = vault.textIndex.indexRemaining()
    vault.save('long', body('pelica'))
    await running
    await vault.textIndex.indexRemaining()
    expect(vault.find('walrus')).toEqual([])
    expect(vault.find('pelica')).toEqual(['long'])
  })

  it('gives up the rest of an item that was erased meanwhile', async () => {
    vault.save('long', 'walrus '.repeat(30_000))
    vault.db.prepare('DELETE FROM items').run()
    expect(await vault.textIndex.indexRemaining()).toBe(0)
    vault.textIndex.remove('long')
    expect(vault.db.prepare('SELECT count(*) AS n FROM search_words_docsize').get()).toEqual({ n: 0 })
  })
})
