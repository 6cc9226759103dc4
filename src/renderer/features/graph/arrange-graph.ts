import type { GraphModel } from './graph-model'
import type { LayoutTask } from './lay-out'
import type { LayoutStep } from './layout-worker'
import { type Position, placeIsolated, placeNodes } from './place-nodes'

/** Rounds until nothing much moves any more, found by looking: 5,000 items, 500 items, a few joining. */
const ROUNDS = { large: 200, small: 400, join: 60 } as const
const LARGE = 2000

export interface ArrangeDeps {
  /** Places of an earlier arrangement; gets the new ones once they are settled. */
  known: Map<string, Position>
  run: (task: LayoutTask, onStep: (step: LayoutStep) => void, onFault: () => void) => () => void
  /** By place of the item; the same array is not used again. */
  onPositions: (positions: readonly Position[], state: 'moving' | 'settled') => void
}

/**
 * Gives every item a place: at once where all are known, else by the layout, which tells of its way. The same vault comes to the same
 * picture. Returns the way to stop.
 */
export function arrangeGraph(model: GraphModel, { known, run, onPositions }: ArrangeDeps): () => void {
  const ids = model.items.map(({ id }) => id)
  const { positions, free, work } = placeNodes(ids, model.neighbours, known)
  const isIsolated = (place: number) => (model.neighbours[place]?.length ?? 0) === 0
  const staying = work === 'all' ? new Map<string, Position>() : known
  const settle = (state: 'moving' | 'settled') => {
    placeIsolated(ids, isIsolated, positions, staying)
    if (state === 'settled') for (const [place, position] of positions.entries()) known.set(ids[place] ?? '', position)
    onPositions([...positions], state)
  }
  if (work === 'none') {
    settle('settled')
    return () => {}
  }
  settle('moving')

  // Only what has links takes part: the forces would drive the others far out.
  const linked = ids.flatMap((_, place) => (isIsolated(place) ? [] : [place]))
  const own = new Map(linked.map((place, index) => [place, index]))
  const task: LayoutTask = {
    positions: new Float32Array(linked.flatMap((place) => [positions[place]?.x ?? 0, positions[place]?.y ?? 0])),
    free: new Uint8Array(linked.map((place) => (free[place] === true ? 1 : 0))),
    from: new Uint32Array(model.links.map((link) => own.get(link.from) ?? 0)),
    to: new Uint32Array(model.links.map((link) => own.get(link.to) ?? 0)),
    weights: new Float32Array(model.links.map(({ score }) => 0.4 + score)),
    iterations: work === 'join' ? ROUNDS.join : linked.length > LARGE ? ROUNDS.large : ROUNDS.small,
  }
  const take = (moved: Float32Array) => {
    linked.forEach((place, index) => {
      positions[place] = { x: moved[index * 2] ?? 0, y: moved[index * 2 + 1] ?? 0 }
    })
  }
  return run(
    task,
    ({ positions: moved, done }) => {
      take(moved)
      settle(done ? 'settled' : 'moving')
    },
    // Where no worker runs, everything stays where it began: less telling, and still all there.
    () => settle('settled'),
  )
}
