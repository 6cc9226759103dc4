import { beforeEach, describe, expect, it } from 'vitest'
import { sharedOnly, theVault } from '../../../src/main/core/privacy/viewer'
import { createHybridSearch, type HybridSearchDeps, type SearchableItem } from '../../../src/main/core/search/hybrid-search'
import { createSearchScopeStore } from '../../../src/main/core/search/search-scope-store'
import { createVectorIndex } from '../../../src/main/core/search/vector-index'
import { openSearchVault, type SearchVault } from './search-vault'

/** A model of four ideas: a text's vector says how often it names one. */
const ideas = [/faucet|tap|washer/gi, /tea|coffee|drink/gi, /dog|puppy/gi, /money|bank/gi]
const embed = (text: string) => Float32Array.from([...ideas.map((idea) => text.match(idea)?.length ?? 0), 0.1])

let vault: SearchVault
let deps: HybridSearchDeps
beforeEach(() => {
  vault = openSearchVault()
  const vectorIndex = createVectorIndex({ workerFile: '', dimensions: 5 })
  const notes: Record<string, string> = {
    faucet: 'The kitchen **faucet** needs a new washer.',
    drink: 'A cup of tea.',
    puppy: 'The puppy chewed my shoe.',
  }
  for (const [id, body] of Object.entries(notes)) {
    vault.save(id, body, { title: `${id} note` })
    vectorIndex.set(id, embed(body))
  }
  const load = vault.db.prepare<[string], SearchableItem>(
    'SELECT id, title, summary, body, created_at AS createdAt FROM items WHERE id = ? AND deleted_at IS NULL',
  )
  deps = {
    now: Date.now,
    textIndex: vault.textIndex,
    vectorIndex,
    scopes: createSearchScopeStore(vault.db),
    viewer: theVault,
    embedQuery: async (text) => embed(text),
    loadItems: (ids) => ids.map((id) => load.get(id)).filter((item) => item !== undefined),
  }
})

const answer = (query: string, limit = 10, more: Partial<HybridSearchDeps> = {}) =>
  createHybridSearch({ ...deps, ...more }).search(query, limit)
const search = async (query: string, limit = 10, more: Partial<HybridSearchDeps> = {}) => (await answer(query, limit, more)).hits
const short = async (hits: ReturnType<typeof search>) => (await hits).map(({ id, why }) => `${id} ${why}`)

describe('createHybridSearch', () => {
  it('finds by words, by meaning and by both, and says which', async () => {
    expect(await short(search('faucet'))).toEqual(['faucet both'])
    expect(await short(search('dripping tap'))).toEqual(['faucet meaning'])
    expect(await short(search('shoe'))).toEqual(['puppy words'])
  })

  it('gives a passage and marks for words, none for meaning alone', async () => {
    const [byWords] = await search('faucet')
    expect(byWords).toMatchObject({
      passage: 'The kitchen faucet needs a new washer.',
      marks: [[12, 18]],
      titleMarks: [[0, 6]],
      createdAt: 0,
    })
    const [byMeaning] = await search('dripping tap')
    expect(byMeaning).toMatchObject({ passage: '', marks: [], titleMarks: [], title: 'faucet note' })
  })

  it.each<[string, Partial<HybridSearchDeps>]>([
    ['there is no model', { embedQuery: async () => null }],
    ['the model fails', { embedQuery: async () => Promise.reject(new Error('down')) }],
    [
      'the model fails before it starts',
      {
        embedQuery: () => {
          throw new Error('down')
        },
      },
    ],
    ['the model gives a vector of another length', { embedQuery: async () => Float32Array.of(1, 2) }],
    ['the model gives NaN', { embedQuery: async () => new Float32Array(5).fill(Number.NaN) }],
    ['the model hangs', { embedQuery: () => new Promise(() => {}), embedTimeoutMs: 20 }],
  ])('answers by words alone when %s', async (_, broken) => {
    expect(await short(search('faucet', 10, broken))).toEqual(['faucet words'])
  })

  it('tells a model that hangs to stop', async () => {
    let stopped = false
    await search('faucet', 10, {
      embedTimeoutMs: 20,
      embedQuery: (_, { signal }) =>
        new Promise(() =>
          signal.addEventListener('abort', () => {
            stopped = true
          }),
        ),
    })
    expect(stopped).toBe(true)
  })

  it('gives nothing for nothing, and asks no model about signs or all of a pasted page', async () => {
    const asked: string[] = []
    const embedQuery = async (text: string) => {
      asked.push(text)
      return embed(text)
    }
    expect(await short(search('  ', 2, { embedQuery }))).toEqual(['puppy filter', 'faucet filter'])
    expect(await search('faucet', 0, { embedQuery })).toEqual([])
    await search('!!! 😀', 10, { embedQuery })
    await search('tea '.repeat(5000), 10, { embedQuery })
    expect(asked.map((text) => text.length)).toEqual([500])
  })

  it('never gives an item in the trash, by words or by meaning, and fills its place with the next', async () => {
    vault.save('second', 'another faucet')
    vault.moveToTrash('faucet')
    expect(await short(search('faucet', 1))).toEqual(['second words'])
    expect(await short(search('dripping tap'))).toEqual([])
  })

  it('skips a neighbour that is missing instead of failing', async () => {
    vault.textIndex.remove('faucet')
    vault.db.prepare("DELETE FROM items WHERE id = 'faucet'").run()
    expect(await short(search('faucet or tea'))).toEqual(['drink both'])
  })

  it('keeps to the limit', async () => {
    for (let index = 0; index < 30; index += 1) vault.save(`n${index}`, `walrus ${index}`)
    expect(await search('walrus', 7)).toHaveLength(7)
    expect(await search('walrus', 30)).toHaveLength(30)
  })

  it('shows only near meanings, and of the weak ones only the first few', async () => {
    const hits = Array.from({ length: 20 }, (_, index) => ({ id: `n${index}`, score: index < 3 ? 0.9 : 0.35 }))
    for (const { id } of hits) vault.save(id, 'without the words')
    const asked: unknown[] = []
    const vectorIndex: HybridSearchDeps['vectorIndex'] = {
      search: async (_, __, options) => {
        asked.push(options)
        return hits
      },
      compare: () => ({ scores: new Map(hits.map(({ id, score }) => [id, score])), usual: { mean: 0.2, deviation: 0.1 } }),
    }
    expect(await search('dripping', 20, { vectorIndex })).toHaveLength(5)
    expect(await search('dripping', 20, { vectorIndex, meaningFloor: () => ({ weak: 0.8, sure: 0.85 }) })).toHaveLength(5)
    expect(asked).toEqual([
      { minScore: 0.3, pieces: true },
      { minScore: 0.8, pieces: true },
    ])
  })
})

describe('a search while typing', () => {
  it('does not wait for a slow model, and says that the answer is not complete; asked again it is', async () => {
    let stopped = false
    let finish: (vector: Float32Array) => void = () => {}
    const slow = new Promise<Float32Array>((resolve) => {
      finish = resolve
    })
    const hybrid = createHybridSearch({
      ...deps,
      embedQuery: (_, { signal }) => {
        signal.addEventListener('abort', () => {
          stopped = true
        })
        return slow
      },
    })
    expect(await hybrid.search('faucet', 10, { quick: true })).toMatchObject({ hits: [{ id: 'faucet', why: 'words' }], complete: false })
    expect(stopped).toBe(false)
    finish(embed('faucet'))
    expect(await hybrid.search('faucet', 10, { quick: true })).toMatchObject({ hits: [{ id: 'faucet', why: 'both' }], complete: true })
  })
})

describe('filters', () => {
  const tag = (id: string, name: string) => {
    vault.db.prepare('INSERT INTO tags (name, folded, used_at) VALUES (?, ?, 0) ON CONFLICT DO NOTHING').run(name, name)
    vault.db.prepare('INSERT INTO item_tags SELECT ?, id, 0 FROM tags WHERE folded = ?').run(id, name)
  }

  it('find the three items they keep among thousands that match better, by text and by meaning', async () => {
    const vectorIndex = createVectorIndex({ workerFile: '', dimensions: 5 })
    vault.db.transaction(() => {
      for (let index = 0; index < 3000; index += 1) {
        vault.save(`n${index}`, 'tea tea tea', { title: `tea ${index}` })
        vectorIndex.set(`n${index}`, embed('tea'))
      }
    })()
    for (const id of ['kept1', 'kept2', 'kept3']) {
      vault.save(id, id === 'kept3' ? 'a cup of coffee' : 'once there was tea, and much besides')
      vectorIndex.set(id, embed('tea, once a dog'))
      tag(id, 'rare')
    }
    vault.save('newest', 'tea')
    const hits = await search('tag:rare tea', 10, { vectorIndex })
    expect(hits.map(({ id, why }) => `${id} ${why}`).sort()).toEqual(['kept1 both', 'kept2 both', 'kept3 meaning'])
    expect(await short(search('tag:rare tea', 2, { vectorIndex }))).toHaveLength(2)
    expect((await answer('tag:rare tea', 2, { vectorIndex })).more).toBe(true)
  })

  it('alone list what they keep, newest first', async () => {
    for (const [index, id] of ['old', 'new', 'middle'].entries()) {
      vault.save(id, `words ${id}`)
      tag(id, 'list')
      vault.db.prepare('UPDATE items SET created_at = ? WHERE id = ?').run([10, 30, 20][index], id)
    }
    expect(await answer('tag:list', 2)).toMatchObject({
      hits: [{ id: 'new', why: 'filter' }, { id: 'middle' }],
      more: true,
      complete: true,
    })
    expect(await short(search('tag:list -words'))).toEqual([])
  })

  it('keep apart kinds, sources, states, dates and titles, and their opposites', async () => {
    const set = (id: string, change: string) => vault.db.prepare(`UPDATE items SET ${change} WHERE id = ?`).run(id)
    set('faucet', "kind = 'research', pinned = 1, created_at = 1000000000000")
    set('drink', "source = 'mcp', private = 1")
    set('puppy', 'last_validated_at = 0, confidence = 0.2')
    tag('puppy', 'Dogs'.toLowerCase())
    const found = async (query: string) => (await search(query)).map(({ id }) => id).sort()
    expect(await found('kind:research')).toEqual(['faucet'])
    expect(await found('-kind:research')).toEqual(['drink', 'puppy'])
    expect(await found('kind:research kind:thought is:untagged')).toEqual(['drink', 'faucet'])
    expect(await found('source:mcp')).toEqual(['drink'])
    expect(await found('is:pinned')).toEqual(['faucet'])
    expect(await found('is:private')).toEqual(['drink'])
    expect(await found('tag:dogs')).toEqual(['puppy'])
    expect(await found('tag:do')).toEqual(['puppy'])
    expect(await found('tag:do ')).toEqual([])
    expect(await found('after:2001')).toEqual(['faucet'])
    expect(await found('before:2001')).toEqual(['drink', 'puppy'])
    expect(await found('on:2001-09')).toEqual(['faucet'])
    expect(await found('title:pup')).toEqual(['puppy'])
    expect(await found('-title:puppy -title:drink')).toEqual(['faucet'])
    expect(await found('"needs a new"')).toEqual(['faucet'])
    expect(await found('"new needs"')).toEqual([])
    expect(await found('note -shoe -tea')).toEqual(['faucet'])
    expect(await found('is:stale')).toEqual(['drink', 'faucet', 'puppy'])
    expect(await found('has:attachment')).toEqual([])
    expect(await found('is:thesis')).toEqual([])
    expect(await found('is:brief')).toEqual([])
  })

  it('that keep nothing give what holds the words as they were typed, and say so', async () => {
    vault.save('manual', 'Type is:thesis to see your theses.')
    expect(await answer('is:thesis')).toMatchObject({ hits: [{ id: 'manual', why: 'words' }], plain: true })
    expect(await answer('tag:nothing faucet')).toMatchObject({ hits: [], plain: false })
  })

  it('leave out what stays here, also where it would fill the whole answer', async () => {
    for (let index = 0; index < 150; index += 1) {
      vault.save(`p${index}`, 'walrus walrus')
      vault.db.prepare('UPDATE items SET private = 1 WHERE id = ?').run(`p${index}`)
    }
    vault.save('shared', 'one walrus among many other words that make it a weaker match')
    vault.db.prepare('UPDATE items SET created_at = -1 WHERE id = ?').run('shared')
    expect(await short(search('walrus', 10, { viewer: sharedOnly }))).toEqual(['shared words'])
    expect(await short(search('is:private', 10, { viewer: sharedOnly }))).toEqual([])
    expect(await search('walrus', 100)).toHaveLength(100)
  })

  it('follow what is written between two searches with the same filter', async () => {
    tag('puppy', 'pet')
    expect(await short(search('tag:pet note '))).toEqual(['puppy words'])
    tag('drink', 'pet')
    expect((await short(search('tag:pet note '))).sort()).toEqual(['drink words', 'puppy words'])
    vault.moveToTrash('puppy')
    expect(await short(search('tag:pet note '))).toEqual(['drink words'])
  })
})

describe('the passage of a long text found by meaning', () => {
  it('is the piece that is nearest, not the beginning', async () => {
    const body = `${'Money in the bank. '.repeat(80)}\n\nThen the puppy came and chewed everything.`
    vault.save('long', body, { title: 'A long note' })
    const at = body.indexOf('Then the')
    const [hit] = await search('tap', 1, { vectorIndex: deps.vectorIndex, loadItems: deps.loadItems, nearestPiece: () => 0 })
    expect(hit).toMatchObject({ why: 'meaning', passage: 'The kitchen faucet needs a new washer.', at: 0 })
    const vectorIndex = createVectorIndex({ workerFile: '', dimensions: 5 })
    vectorIndex.set('long', embed('dog'))
    const [long] = await search('dogs', 1, { vectorIndex, nearestPiece: () => at })
    expect(long).toMatchObject({ why: 'meaning', passage: '…Then the puppy came and chewed everything.', marks: [], at })
  })
})
