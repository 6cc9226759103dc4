import { describe, expect, it } from 'vitest'
import { layOutPlan, NODE_HEIGHT, NODE_WIDTH } from '../../../../src/renderer/features/orchestrate/lay-out-plan'

const step = (id: string, ...needs: string[]) => ({ id, needs })
const usual = [
  step('related'),
  step('research'),
  step('expand', 'related'),
  step('counterpoint', 'related', 'expand'),
  step('synthesize', 'related', 'expand', 'counterpoint'),
  step('answer', 'related', 'research', 'expand', 'counterpoint', 'synthesize'),
]

describe('the picture of a plan', () => {
  it('puts each step below all that it needs, and none upon another', () => {
    const { nodes, width, height } = layOutPlan(usual, 340)
    const at = new Map(nodes.map((node) => [node.id, node]))
    for (const { id, needs } of usual)
      for (const need of needs) expect([id, (at.get(id)?.y ?? 0) > (at.get(need)?.y ?? Number.POSITIVE_INFINITY)]).toEqual([id, true])
    for (const a of nodes)
      for (const b of nodes) if (a !== b) expect(Math.abs(a.x - b.x) >= NODE_WIDTH || Math.abs(a.y - b.y) >= NODE_HEIGHT).toBe(true)
    expect(Math.max(...nodes.map(({ x }) => x)) + NODE_WIDTH).toBeLessThanOrEqual(width)
    expect(Math.max(...nodes.map(({ y }) => y)) + NODE_HEIGHT).toBe(height)
  })

  it('draws an arrow only where no other way says the same', () => {
    const arrows = layOutPlan(usual, 340).edges.map(({ from, to }) => `${from}>${to}`)
    expect(arrows.sort()).toEqual([
      'counterpoint>synthesize',
      'expand>counterpoint',
      'related>expand',
      'research>answer',
      'synthesize>answer',
    ])
  })

  it('leads an arrow that passes other steps beside them', () => {
    const { nodes, edges } = layOutPlan(usual, 340)
    const path = edges.find(({ from }) => from === 'research')?.path ?? ''
    const lanes = [...path.matchAll(/ ([\d.]+) [\d.]+ V/g)].map((match) => Number(match[1]))
    expect(lanes).toHaveLength(3)
    for (const x of lanes)
      for (const node of nodes.filter(({ id }) => /expand|counterpoint|synthesize/.test(id)))
        expect(x < node.x || x > node.x + NODE_WIDTH).toBe(true)
  })

  it('breaks a row that is wider than the page', () => {
    const wide = [step('a'), step('b'), step('c'), step('d'), step('e', 'a', 'b', 'c', 'd')]
    const rows = (width: number) => new Set(layOutPlan(wide, width).nodes.map(({ y }) => y)).size
    expect([rows(2000), rows(340), rows(10)]).toEqual([2, 3, 5])
  })

  it('does not hang on a cycle or an unknown need, and draws every step', () => {
    const odd = [step('a', 'b'), step('b', 'a'), step('c', 'nobody')]
    expect(layOutPlan(odd, 340).nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(layOutPlan([], 340)).toMatchObject({ nodes: [], edges: [], height: 0 })
  })
})
