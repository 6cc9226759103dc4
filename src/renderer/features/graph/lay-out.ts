import type { ForceAtlas2Settings } from 'graphology-layout-forceatlas2'
import iterate from 'graphology-layout-forceatlas2/iterate'

/** What the layout works on; plain arrays, so that they cross to a worker. */
export interface LayoutTask {
  /** x and y of each item. */
  positions: Float32Array
  /** 1 where the layout may move the item. */
  free: Uint8Array
  /** Places of the two ends of each link. */
  from: Uint32Array
  to: Uint32Array
  weights: Float32Array
  iterations: number
}

/** Numbers for each item and each link in the matrices of ForceAtlas2. */
const PER_NODE = 10
const PER_EDGE = 3

/** Jacomy et al. 2014, "ForceAtlas2"; the values are the library's own advice for a graph of this size. */
function settingsFor(count: number): Required<Omit<ForceAtlas2Settings, 'adjustSizes'>> & { adjustSizes: boolean } {
  return {
    adjustSizes: false,
    barnesHutOptimize: count > 800,
    barnesHutTheta: 1.2,
    edgeWeightInfluence: 1,
    gravity: 0.05,
    linLogMode: false,
    outboundAttractionDistribution: false,
    scalingRatio: 10,
    slowDown: 1 + Math.log(Math.max(1, count)),
    strongGravityMode: true,
  }
}

/**
 * Arranges the items by the forces between them: `step` does one round, and `positions` holds the x and y of each as they are now. The
 * same task always comes to the same arrangement. Items that are not free act on the others and stay where they are.
 */
export function createLayout({ positions, free, from, to, weights }: LayoutTask) {
  const count = free.length
  const nodes = new Float32Array(count * PER_NODE)
  const edges = new Float32Array(from.length * PER_EDGE)
  for (let place = 0; place < count; place++) {
    const at = place * PER_NODE
    nodes[at] = positions[place * 2] ?? 0
    nodes[at + 1] = positions[place * 2 + 1] ?? 0
    nodes[at + 6] = 1
    nodes[at + 7] = 1
    nodes[at + 8] = 1
    nodes[at + 9] = free[place] === 1 ? 0 : 1
  }
  for (let link = 0; link < from.length; link++) {
    const one = (from[link] ?? 0) * PER_NODE
    const other = (to[link] ?? 0) * PER_NODE
    const weight = weights[link] ?? 1
    edges.set([one, other, weight], link * PER_EDGE)
    nodes[one + 6] = (nodes[one + 6] ?? 1) + weight
    nodes[other + 6] = (nodes[other + 6] ?? 1) + weight
  }
  const settings = settingsFor(count)
  return {
    step: () => void iterate(settings, nodes, edges),
    positions(): Float32Array {
      const now = new Float32Array(count * 2)
      for (let place = 0; place < count; place++) {
        now[place * 2] = nodes[place * PER_NODE] ?? 0
        now[place * 2 + 1] = nodes[place * PER_NODE + 1] ?? 0
      }
      return now
    },
  }
}
