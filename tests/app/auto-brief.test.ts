import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSettingsStore } from '../../src/main/core/settings/settings-store'
import { createAutoBrief, REST_MS } from '../../src/main/features/briefings/auto-brief'
import { createBriefingScopeStore } from '../../src/main/features/briefings/briefing-scope-store'
import { createBriefingStore } from '../../src/main/features/briefings/briefing-store'
import { createItemStore } from '../../src/main/features/items/item-store'
import { openQueue, type Queue } from '../support/queue'

const MINUTE = 60_000
const words = (count: number) => Array.from({ length: count }, () => 'walking').join(' ')

let queue: Queue
let leaves: boolean
let look: () => void
let add: (id: string, body: string, isPrivate?: boolean) => void
let edit: (id: string, body: string) => void
let set: (change: Partial<ReturnType<ReturnType<typeof createSettingsStore>['read']>>) => void
const made = () => queue.db.prepare<[], string>('SELECT item_id FROM briefings WHERE asked = 0 ORDER BY created_at, id').pluck().all()

beforeEach(() => {
  queue = openQueue()
  leaves = false
  const { db, clock, newId, unitOfWork } = queue
  const items = createItemStore(db)
  const settings = createSettingsStore(db)
  const auto = createAutoBrief({
    settings,
    items,
    briefings: createBriefingStore(db),
    briefingScopes: createBriefingScopeStore(db),
    write: unitOfWork.write,
    now: () => clock.now,
    newId,
    leaves: () => leaves,
  })
  look = auto.look
  add = (id, body, isPrivate = false) =>
    items.insert(
      { id, kind: 'thought', source: 'manual', givenTitle: '', body, private: isPrivate, contentHash: `${id}${body.length}` },
      clock.now,
    )
  edit = (id, body) => void items.update(id, { body, contentHash: `${id}${body.length}` }, clock.now)
  set = (change) => settings.write({ ...settings.read(), ...change })
})
afterEach(() => queue.db.close())

it('is off until it is switched on, and then begins with what is written from there on', () => {
  add('before', words(200))
  queue.clock.now += 20 * MINUTE
  look()
  set({ autoBrief: true })
  queue.clock.now += MINUTE
  look()
  queue.clock.now += 20 * MINUTE
  add('after', words(200))
  look()
  expect(made()).toEqual([])
  queue.clock.now += REST_MS
  look()
  expect(made()).toEqual(['after'])
  const job = queue.db.prepare(`SELECT type, lane FROM jobs WHERE type = 'generate_item_briefing'`).all()
  expect(job).toEqual([{ type: 'generate_item_briefing', lane: 2 }])
})

it('waits until a thought has rested, whatever is typed meanwhile, and makes one a day of it', () => {
  set({ autoBrief: true })
  look()
  add('a', words(200))
  for (let minute = 0; minute < 30; minute += 5) {
    queue.clock.now += 5 * MINUTE
    edit('a', words(201 + minute))
    look()
  }
  expect(made()).toEqual([])
  queue.clock.now += REST_MS
  look()
  look()
  expect(made()).toEqual(['a'])
  queue.clock.now += 60 * MINUTE
  edit('a', words(500))
  queue.clock.now += REST_MS
  look()
  expect(made()).toEqual(['a'])
  queue.clock.now += 24 * 60 * MINUTE
  look()
  expect(made()).toEqual(['a', 'a'])
})

it('leaves out what is short, keeps to the number a day, and goes on the next day', () => {
  set({ autoBrief: true, autoBriefWords: 100, autoBriefPerDay: 2 })
  look()
  for (const id of ['a', 'b', 'c']) {
    add(id, words(100))
    queue.clock.now += 1000
  }
  add('short', words(99))
  queue.clock.now += REST_MS
  look()
  look()
  expect(made()).toEqual(['a', 'b'])
  queue.clock.now += 24 * 60 * MINUTE + 1
  look()
  expect(made()).toEqual(['a', 'b', 'c'])
})

it('makes none of a thought that stays here while a model or voice elsewhere would get it', () => {
  set({ autoBrief: true })
  look()
  add('private', words(200), true)
  queue.clock.now += REST_MS
  leaves = true
  look()
  expect(made()).toEqual([])
  leaves = false
  look()
  expect(made()).toEqual(['private'])
})

it('forgets what came before when it is switched off and on again', () => {
  set({ autoBrief: true })
  look()
  set({ autoBrief: false })
  look()
  add('between', words(200))
  queue.clock.now += 20 * MINUTE
  set({ autoBrief: true })
  look()
  queue.clock.now += 20 * MINUTE
  look()
  expect(made()).toEqual([])
})
