import { describe, expect, it } from 'vitest'
import { arrangeGraph } from '../../../../src/renderer/features/graph/arrange-graph'
import { createFramePace } from '../../../../src/renderer/features/graph/frame-pace'
import { colourOf, legendOf, mixColours } from '../../../../src/renderer/features/graph/graph-colours'
import { labelPlaces, shortTitle } from '../../../../src/renderer/features/graph/graph-labels'
import { findInGraph, type GraphModel, graphModel, graphRows } from '../../../../src/renderer/features/graph/graph-model'
import { leftOutWords } from '../../../../src/renderer/features/graph/graph-words'
import { createLabelRoom } from '../../../../src/renderer/features/graph/label-room'
import { createLayout } from '../../../../src/renderer/features/graph/lay-out'
import type { Position } from '../../../../src/renderer/features/graph/place-nodes'
import { daySpan, spanFilter } from '../../../../src/renderer/features/graph/time-span'
import type { Graph } from '../../../../src/shared/contract/graph'

const AUTO = 1
const MANUAL = 2

/** A graph of these titles, in their order, with these links. */
function model(
  titles: string[],
  links: [number, number, number?][],
  more: Partial<Graph['items']> & { tagNames?: string[] } = {},
): GraphModel {
  const { tagNames = [], ...columns } = more
  return graphModel({
    items: {
      ids: titles.map((title) => `id ${title}`),
      titles,
      kinds: titles.map(() => 'thought' as const),
      createdAt: titles.map((_, place) => place),
      degrees: titles.map((_, place) => links.filter(([from, to]) => from === place || to === place).length),
      tags: titles.map(() => []),
      ...columns,
    },
    tagNames,
    links: {
      from: links.map(([from]) => from),
      to: links.map(([, to]) => to),
      kinds: links.map(([, , kinds]) => kinds ?? AUTO),
      scores: links.map(() => 0.5),
    },
    total: { items: titles.length, links: links.length },
    span: { first: 0, last: 1 },
  })
}

/** The layout without a thread: all of it at once. */
function arrange(of: GraphModel, known: Map<string, Position>) {
  const states: string[] = []
  let positions: readonly Position[] = []
  arrangeGraph(of, {
    known,
    run: (task, onStep) => {
      const layout = createLayout(task)
      for (let round = 0; round < task.iterations; round++) layout.step()
      onStep({ positions: layout.positions(), done: true })
      return () => {}
    },
    onPositions: (next, state) => {
      positions = next
      states.push(state)
    },
  })
  return { positions, states }
}

const distance = (a: Position | undefined, b: Position | undefined) => Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0))

describe('the list beside the graph', () => {
  it('finds a title by all its typed words, whatever their accents and case, and keeps the order', () => {
    const graph = model(['Café an der Brücke', 'A bridge', 'Brucke ohne Cafe'], [])
    expect(findInGraph(graph, 'cafe BRÜCKE')).toEqual([0, 2])
    expect(findInGraph(graph, '  ')).toEqual([0, 1, 2])
    expect(findInGraph(graph, 'nothing')).toEqual([])
  })

  it('shows below an opened item what it is linked with and how, the most linked first', () => {
    const graph = model(['Hub', 'B', 'C'], [[0, 2, MANUAL | AUTO], [0, 1]]) // biome-ignore format: one line
    const rows = graphRows(graph, [0, 1, 2], new Set(['id Hub']))
    expect(rows.map(({ place, level }) => [place, level])).toEqual([[0, 1], [1, 2], [2, 2], [1, 1], [2, 1]]) // biome-ignore format: one line
    expect(rows[2]).toMatchObject({ position: 2, count: 2, kinds: ['manual', 'auto'] })
    // An item and the same item below another one are two rows, for React and for a screen reader.
    expect(new Set(rows.map(({ key }) => key)).size).toBe(5)
  })
})

describe('the arrangement', () => {
  const ring = Array.from({ length: 40 }, (_, place): [number, number] => [place, (place + 1) % 40])
  const titles = Array.from({ length: 40 }, (_, place) => `${place}`)

  it('is the same again for the same graph, finite, and brings linked items nearer than others', () => {
    const graph = model(titles, ring)
    const { positions } = arrange(graph, new Map())
    expect(arrange(graph, new Map()).positions).toEqual(positions)
    expect(positions.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true)
    const linked = ring.reduce((sum, [from, to]) => sum + distance(positions[from], positions[to]), 0) / 40
    const across = titles.reduce((sum, _, place) => sum + distance(positions[place], positions[(place + 20) % 40]), 0) / 40
    expect(linked).toBeLessThan(across / 2)
  })

  it('does nothing where everything has its place, and lets a new item join without moving the others', () => {
    const known = new Map<string, Position>()
    const before = arrange(model(titles, ring), known).positions
    expect(arrange(model(titles, ring), known).states).toEqual(['settled'])
    const joined = arrange(model([...titles, 'new'], [...ring, [3, 40], [4, 40]]), known).positions
    expect(joined.slice(0, 40)).toEqual(before)
    const near = distance(joined[40], before[3])
    expect(near).toBeLessThan(distance(joined[40], before[23]))
    expect(near).toBeGreaterThan(0)
  })

  it('keeps what a filter took away in mind, so that it comes back to the same place', () => {
    const known = new Map<string, Position>()
    const before = arrange(model(titles, ring), known).positions
    arrange(model(['5', '6'], [[0, 1]]), known)
    expect(arrange(model(titles, ring), known).positions).toEqual(before)
  })

  it('puts items without a link around the others, none on another', () => {
    const alone = Array.from({ length: 30 }, (_, place) => `alone ${place}`)
    const { positions } = arrange(model([...titles, ...alone], ring), new Map())
    const radius = Math.max(...positions.slice(0, 40).map(({ x, y }) => Math.hypot(x, y)))
    const around = positions.slice(40)
    expect(Math.min(...around.map(({ x, y }) => Math.hypot(x, y)))).toBeGreaterThan(radius)
    expect(new Set(around.map(({ x, y }) => `${x} ${y}`)).size).toBe(30)
    expect(arrange(model(['only'], []), new Map()).positions).toHaveLength(1)
    expect(arrange(model([], []), new Map()).positions).toEqual([])
  })
})

describe('the marks', () => {
  it('are named in the legend with every colour that is used, by kind and by tag', () => {
    const graph = model(['A', 'B', 'C'], [], { kinds: ['thought', 'research', 'research'], tags: [[0], [6], []], tagNames: [...'abcdefg'] })
    expect(legendOf(graph, 'kind').map(({ name, shape, count }) => [name, shape, count])).toEqual([
      ['Thoughts', 'disc', 1],
      ['Research', 'ring', 2],
    ])
    const byTag = legendOf(graph, 'tag')
    expect(byTag.map(({ name, count }) => [name, count])).toEqual([['#a', 1], ['Other tags or none', 2]]) // biome-ignore format: one line
    const used = new Set(graph.items.map((item) => colourOf(item, 'tag')))
    expect(new Set(byTag.map(({ colour }) => colour))).toEqual(used)
  })

  it('mixes a faint link into the page and leaves a strong one as it is', () => {
    expect(mixColours('#000000', '#ffffff', 1)).toBe('#000000')
    expect(mixColours('#000000', '#ffffff', 0.25)).toBe('#bfbfbf')
    expect(mixColours('#102030', '#102030', 0.4)).toBe('#102030')
  })

  it('shortens a title at a word, never inside a letter, and puts none on another', () => {
    expect(shortTitle('A title with quite a few words that goes on and on')).toBe('A title with quite a few words…')
    const emoji = shortTitle('👩‍🚀'.repeat(40))
    expect(emoji).not.toMatch(/\p{Surrogate}/u)
    expect([...emoji].length).toBeLessThanOrEqual(35)
    const room = createLabelRoom()
    const own = { x: 5, y: 5, size: 1 }
    const low = { left: 0, right: 10, top: 0, bottom: 10 }
    expect(room.takeBest([low], own)).toBe(low)
    const over = { left: 5, right: 15, top: 5, bottom: 15 }
    expect(room.takeBest([over], { ...own, x: 12 })).toBeUndefined()
    const beside = { left: 17, right: 20, top: 0, bottom: 10 }
    expect(room.takeBest([over, beside], { x: 18, y: 5, size: 1 })).toBe(beside)
    room.clear()
    expect(room.takeBest([over], own)).toBe(over)
  })

  it('puts a title where it covers the fewest other items, behind its own one if that is free', () => {
    const own = { x: 100, y: 100, size: 5 }
    const boxes = labelPlaces(own, 60).map(({ left, middle }) => ({ left, right: left + 60, top: middle - 8, bottom: middle + 8 }))
    const best = (...others: [number, number][]) => {
      const room = createLabelRoom(() => [own, ...others.map(([x, y]) => ({ x, y, size: 4 }))])
      return boxes.indexOf(room.takeBest(boxes, own) ?? { left: 0, right: 0, top: 0, bottom: 0 })
    }
    expect(best()).toBe(0)
    expect(best([140, 104])).toBe(1)
    expect(best([140, 104], [70, 100])).toBe(2)
    expect(best([140, 104], [70, 100], [100, 116])).toBe(3)
    // None is free: the one with the fewest below it.
    expect(best([140, 104], [150, 100], [70, 100], [100, 116], [90, 116], [100, 84], [110, 84])).toBe(1)
    for (const { left, right, top, bottom } of boxes)
      expect(left < own.x + own.size && right > own.x - own.size && top < own.y + own.size && bottom > own.y - own.size).toBe(false)
  })

  it('says what the limit leaves out, and nothing where it leaves out nothing', () => {
    expect(leftOutWords(10_000, 10_001)).toBe('The 10,000 most linked are shown; 1 thought is left out. Filter to see them.')
    expect(leftOutWords(5, 5)).toBeUndefined()
  })
})

describe('the time slider', () => {
  it('counts days by the calendar and leaves an end open that is not narrowed', () => {
    const first = new Date(2026, 2, 20, 15).getTime()
    const last = new Date(2026, 3, 5, 9).getTime()
    // A change of the clocks lies between them in many places.
    const span = daySpan(first, last)
    expect(span.days).toBe(17)
    expect(span.dayOf(last)).toBe(16)
    expect(span.dayOf(last + 86_400_000 * 400)).toBe(16)
    expect(spanFilter(span, 0, 16)).toEqual({ from: undefined, to: undefined })
    expect(spanFilter(span, 1, 15)).toEqual({ from: new Date(2026, 2, 21).getTime(), to: new Date(2026, 3, 5).getTime() })
  })
})

describe('the pace of frames', () => {
  it('is slow only after several slow frames in one movement, and counts anew once it has said so', () => {
    const pace = createFramePace()
    const told = (gaps: number[], start: number) => {
      let at = start
      return gaps.filter((gap) => {
        at += gap
        return pace.frame(at)
      }).length
    }
    expect(told([16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 60, 16], 0)).toBe(0)
    pace.rest()
    expect(told([50, 50, 50, 50, 50], 1000)).toBe(0)
    pace.rest()
    expect(told([50, 50, 50, 50, 50], 9000)).toBe(0)
    pace.rest()
    expect(told(new Array(30).fill(50), 20_000)).toBe(3)
    pace.rest()
    expect(told([...new Array(9).fill(50), ...new Array(30).fill(16)], 40_000)).toBe(1)
  })
})
