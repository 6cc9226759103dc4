import { describe, expect, it } from 'vitest'
import { sharedOnly, theVault } from '../../../src/main/core/privacy/viewer'
import { createItemStore } from '../../../src/main/features/items/item-store'
import { createReflectionStore, SPAN } from '../../../src/main/features/reflections/reflection-store'
import { REVIEW_QUERIES } from '../../../src/main/features/review/review-queries'
import { createReviewStore } from '../../../src/main/features/review/review-store'
import { createThesisStore } from '../../../src/main/features/thinking/thesis-store'
import { type Contradiction, gateNames, type ThesisOutput } from '../../../src/shared/entities'
import { WEEK_MS } from '../../../src/shared/timing'
import { openQueue } from '../../support/queue'

const engine = { kind: 'builtin', label: 'test' } as const

const thesis = (openGates: number, contradictions: Contradiction[] = []): ThesisOutput => ({
  core: 'c',
  sub_questions: [],
  supporting_arguments: [],
  risks: [],
  prior_art: [],
  open_questions: [],
  next_steps: [],
  contradictions,
  lenses: [],
  gates: gateNames.map((gate, index) => ({ gate, status: index < openGates ? 'open' : 'closed', reason: 'r' })),
  sources: [],
  dropped_citations: 0,
})

function openStores() {
  const { db } = openQueue()
  const items = createItemStore(db)
  const theses = createThesisStore(db)
  const add = (id: string, at: number, source: 'manual' | 'telegram' = 'manual', stays = false) =>
    items.insert({ id, kind: 'thought', source, givenTitle: id, body: `body of ${id}`, private: stays, contentHash: 'h' }, at)
  const think = (id: string, itemId: string, output: ThesisOutput, at: number) => {
    theses.create(id, itemId, at)
    theses.finish(id, output, engine, at)
  }
  return { db, items, theses, review: createReviewStore(db), reflections: createReflectionStore(db), add, think }
}

const everybody = (now = 0) => ({ viewer: theVault, now })

describe('the questions of the review', () => {
  it('walk an index and sort nothing, whatever the vault holds', () => {
    const { db } = openStores()
    const names = { upTo: 1, now: 0, at: 0, id: '', place: 0, kind: 'gap', limit: 9, score: 0.8, before: 0, private: 0, bound: 0 }
    const plan = (sql: string) =>
      db
        .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all(Object.fromEntries(Object.entries(names).filter(([name]) => new RegExp(`@${name}\\b`).test(sql))))
        .map(({ detail }) => detail)
        .join('\n')
    const plans: Record<string, string> = {
      ...Object.fromEntries(Object.entries(REVIEW_QUERIES).map(([name, from]) => [name, plan(`SELECT 1 ${from}`)])),
      span: plan(SPAN),
    }
    for (const [name, text] of Object.entries(plans)) {
      expect([name, text]).toEqual([name, expect.not.stringMatching(/TEMP B-TREE|SCAN (?!m\b|c USING|s VIRTUAL)|AUTOMATIC/)])
    }
    expect(plans.stale).toContain('items_by_confidence (confidence=? AND (last_validated_at,id)>(?,?)')
    expect(plans.gates).toMatch(/SEARCH m USING .*thesis_marks_open \(/)
    expect(plans.clashes).toContain('thesis_clashes_newest (at<?)')
    expect(plans.findings).toContain('reflection_findings_open (kind=? AND created_at<?)')
    expect(plans.span).toContain('items_reflected (private=? AND updated_at>?)')
  })

  it('give stale items of every score in the order in which they became stale, page by page', () => {
    const { add, review } = openStores()
    const now = 100 * WEEK_MS
    // 0.8 is stale after 19.1 weeks, 0.5 after 10.
    for (const [id, weeksAgo, source] of [
      ['a', 40, 'manual'],
      ['b', 22, 'manual'],
      ['c', 12, 'telegram'],
      ['d', 35, 'telegram'],
      ['e', 11, 'manual'],
      ['f', 9, 'telegram'],
    ] as const)
      add(id, now - weeksAgo * WEEK_MS, source)
    const scope = everybody(now)
    const all = review.stale(scope, null, 10)
    expect(all.map(({ row }) => row.item.id)).toEqual(['d', 'a', 'b', 'c'])
    expect(review.count('stale', scope, 100)).toBe(4)
    expect(review.count('stale', scope, 3)).toBe(3)
    const walked: string[] = []
    for (let mark: Parameters<typeof review.stale>[1] = null; ; ) {
      const [next] = review.stale(scope, mark, 1)
      if (!next) break
      walked.push(next.row.item.id)
      mark = next.mark
    }
    expect(walked).toEqual(['d', 'a', 'b', 'c'])
  })

  it('know open gates and unsettled contradictions of the newest finished thesis alone', () => {
    const { add, think, theses, review, items } = openStores()
    for (const id of ['a', 'b', 'c']) add(id, 1)
    const clash = (itemId: string, quote = 'q') => ({ itemId, title: itemId, quote, reason: `against ${itemId}` })
    think('t1', 'a', thesis(5, [clash('b'), clash('c', 'body of c')]), 10)
    think('t2', 'b', thesis(0, [clash('a')]), 20)
    const gates = () =>
      review.gates(everybody(), null, 9).map(({ row }) => [row.item.id, row.output.gates.filter(({ status }) => status === 'open').length])
    const clashes = () => review.clashes(everybody(), null, 9).map(({ row }) => row.key)
    expect(gates()).toEqual([['a', 5]])
    // a against b and b against a are one, the newest; a quotation is one that the text has, and a title is none.
    expect(clashes()).toEqual(['pair:a:b', 'pair:a:c'])
    expect(review.clashes(everybody(), null, 9).map(({ row }) => [row.text, row.itemId, ...row.sides.map(({ quote }) => quote)])).toEqual([
      ['against a', 'b', null, null],
      ['against c', 'a', null, 'body of c'],
    ])
    // Settled from either side it is settled from both.
    theses.settle('t1', [0], 30)
    expect(clashes()).toEqual(['pair:a:c'])
    expect(review.count('contradictions', everybody(), 9)).toBe(1)
    theses.settle('t1', [], 30)
    expect(clashes()).toHaveLength(2)
    theses.settle('t2', [0], 30)
    expect(clashes()).toEqual(['pair:a:c'])
    theses.settle('t2', [], 30)
    // As one, it is put off from both.
    review.putOff('pair:a:b', 200, 100)
    expect(review.clashes(everybody(150), null, 9).map(({ row }) => row.key)).toEqual(['pair:a:c'])
    review.bringBack('pair:a:b')
    // A run that has not ended changes nothing; one that has takes the place of the last.
    theses.create('t3', 'a', 40)
    expect(gates()).toEqual([['a', 5]])
    theses.finish('t3', thesis(2), engine, 50)
    expect([gates(), clashes()]).toEqual([[['a', 2]], ['pair:a:b']])
    // The other side in the trash, there is nothing to settle for now; erased, there is nothing.
    items.setDeleted('a', 60)
    expect([gates(), clashes()]).toEqual([[], []])
    items.setDeleted('a', null)
    expect(clashes()).toEqual(['pair:a:b'])
    items.setDeleted('a', 70)
    items.erase('a')
    items.setDeleted('b', null)
    expect([gates(), clashes()]).toEqual([[], []])
  })

  it('count two thoughts that disagree once, whoever says so, and what was settled before counts for whoever says it next', () => {
    const { add, think, theses, review, reflections } = openStores()
    for (const id of ['a', 'b', 'c']) add(id, 1)
    const reflect = (id: string, findingId: string, at: number) => {
      reflections.create({ id, asked: true, viewer: theVault, since: null, sincePrivate: null }, at)
      add(`report ${id}`, at)
      const citations = ['a', 'b'].map((itemId) => ({ itemId, quote: null }))
      const found = { id: findingId, kind: 'contradiction', title: 'T', text: 't', question: null, citations } as const
      const findings = [{ ...found, state: 'open', capturedId: null, before: null } as const]
      const rest = { private: false, itemIds: ['a', 'b'], leftOut: { over: 0, private: 0 }, engine, narrative: '', previousId: null }
      reflections.finish(id, { ...rest, reportId: `report ${id}`, dropped: 0, note: '', findings }, at)
    }
    const keys = (now = 0) => [
      ...review.clashes(everybody(now), null, 9).map(({ row }) => `thesis ${row.key}`),
      ...review.findings('contradiction', everybody(now), null, 9).map(({ row }) => `${row.finding.id} ${row.key}`),
    ]
    reflect('r1', 'f1', 10)
    reflect('r2', 'f2', 20)
    expect(keys()).toEqual(['f2 pair:a:b'])
    think('t1', 'b', thesis(0, [{ itemId: 'a', title: 'a', quote: 'q', reason: 'r' }]), 30)
    expect(keys()).toEqual(['thesis pair:a:b'])
    expect(review.count('contradictions', everybody(), 9)).toBe(1)
    review.putOff('pair:a:b', 200, 100)
    expect([keys(150), keys(200)]).toEqual([[], ['thesis pair:a:b']])
    review.bringBack('pair:a:b')
    // Settled in the thesis: neither the reflections nor a later thesis of either ask again.
    theses.settle('t1', [0], 40)
    expect(keys()).toEqual([])
    think('t2', 'b', thesis(0, [{ itemId: 'a', title: 'a', quote: 'q', reason: 'r' }]), 50)
    think('t3', 'a', thesis(0, [{ itemId: 'b', title: 'b', quote: 'q', reason: 'r' }]), 60)
    expect(keys()).toEqual([])
    for (const id of ['t1', 't2']) theses.settle(id, [], 70)
    expect(keys()).toEqual(['thesis pair:a:b'])
    // Said to be none in a reflection, it is none for the theses either.
    reflections.settle('f2', 'dismissed')
    expect(keys()).toEqual([])
  })

  it('hide an entry until its time, and from programs what stays here', () => {
    const { add, think, review } = openStores()
    for (const [id, stays] of [
      ['a', false],
      ['b', true],
    ] as const)
      add(id, 1, 'manual', stays)
    think('t1', 'a', thesis(1), 10)
    think('t2', 'b', thesis(1, [{ itemId: 'a', title: 'a', quote: 'q', reason: 'r' }]), 20)
    const ids = (now: number, viewer = theVault) => review.gates({ viewer, now }, null, 9).map(({ row }) => row.item.id)
    expect([ids(100), ids(100, sharedOnly)]).toEqual([['b', 'a'], ['a']])
    expect([review.count('contradictions', everybody(), 9), review.count('contradictions', { viewer: sharedOnly, now: 0 }, 9)]).toEqual([
      1, 0,
    ])
    review.putOff('gates:t2', 200, 100)
    expect([ids(199), ids(200)]).toEqual([['a'], ['b', 'a']])
    review.bringBack('gates:t2')
    expect(ids(199)).toEqual(['b', 'a'])
  })
})
