import type { CameraState } from 'sigma/types'
import { create } from 'zustand'
import type { EventType } from '../../../shared/contract/events'
import type { GraphFilter } from '../../../shared/contract/graph'
import { atMostEvery } from '../../base/at-most-every'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { useNavigation } from '../../base/navigation-store'
import { errorWords } from '../../ui/error-words'
import type { ColourBy } from './graph-colours'
import { type GraphModel, graphModel } from './graph-model'
import type { Position } from './place-nodes'

/** What the person narrows the graph by. */
export type GraphChoice = Pick<GraphFilter, 'tags' | 'kinds' | 'linkKinds' | 'from' | 'to' | 'minScore' | 'includeIsolated'>

/** The graph of everything, or what is near one item. */
export interface Around {
  id: string
  title: string
  steps: number
}

interface GraphState {
  model: GraphModel | undefined
  problem: string | undefined
  loading: boolean
  choice: GraphChoice
  around: Around | undefined
  colourBy: ColourBy
  /** The item that is put above the others; by its id, so that it stays the same over changes. */
  focusId: string | undefined
  load(): Promise<void>
  choose(change: { [K in keyof GraphChoice]: GraphChoice[K] | undefined }): void
  clearChoice(): void
  setAround(around: Around | undefined): void
  setColourBy(colourBy: ColourBy): void
  focus(id: string | undefined): void
}

/** Events come by the hundred while a vault is embedded; each picture costs a whole drawing. */
const RELOAD_PAUSE_MS = 1500
/** A slider that is moved asks for many pictures. */
const CHOICE_PAUSE_MS = 120

const empty = { model: undefined, problem: undefined, loading: false, choice: {}, around: undefined, focusId: undefined }
let asked = 0

export const useGraph = create<GraphState>((set, get) => ({
  ...empty,
  colourBy: 'kind',
  load: async () => {
    const own = ++asked
    const { choice, around } = get()
    set({ loading: true })
    try {
      const graph = await client.call('get-graph', { ...choice, ...(around ? { around: { id: around.id, steps: around.steps } } : {}) })
      if (own === asked) set({ model: graphModel(graph), problem: undefined, loading: false })
    } catch (error) {
      if (own === asked) set({ problem: errorWords(error), loading: false })
    }
  },
  choose: (change) => {
    const entries = Object.entries({ ...get().choice, ...change }).filter(([, value]) => value !== undefined)
    set({ choice: Object.fromEntries(entries) as GraphChoice })
    chosen.ask()
  },
  clearChoice: () => {
    set({ choice: {} })
    void get().load()
  },
  setAround: (around) => {
    // The filters of the whole graph are not what the person asked for here; they come back with it.
    const { around: before, choice } = get()
    if (!before && around) keptChoice = choice
    set({
      around,
      focusId: undefined,
      model: undefined,
      choice: around ? (before ? choice : {}) : keptChoice,
    })
    void get().load()
  },
  setColourBy: (colourBy) => set({ colourBy }),
  focus: (focusId) => set({ focusId }),
}))

const chosen = atMostEvery(CHOICE_PAUSE_MS, () => void useGraph.getState().load())
const changed = atMostEvery(RELOAD_PAUSE_MS, () => {
  if (useNavigation.getState().place === 'graph') void useGraph.getState().load()
})

let keptChoice: GraphChoice = {}
/** Cameras and places by what is shown, until the vault is locked. Not stored: the same vault comes to the same picture. */
const cameras = new Map<string, CameraState>()
const places = new Map<string, Map<string, Position>>()
/** So many small graphs keep their picture; each is laid out again in a moment. */
const KEPT_GRAPHS = 20

export const scopeOf = (around: Around | undefined) => (around ? `${around.id} ${around.steps}` : 'whole')

export function keptCamera(scope: string): CameraState | undefined {
  return cameras.get(scope)
}

export function keepCamera(scope: string, camera: CameraState): void {
  cameras.set(scope, camera)
}

/** The places of a graph's items, to be read and written. */
export function keptPlaces(scope: string): Map<string, Position> {
  const known = places.get(scope)
  if (known) return known
  const oldest = [...places.keys()].find((key) => key !== 'whole')
  if (places.size >= KEPT_GRAPHS && oldest !== undefined) {
    places.delete(oldest)
    cameras.delete(oldest)
  }
  const made = new Map<string, Position>()
  places.set(scope, made)
  return made
}

/** Opens the graph of what is near an item. */
export function showAround(item: { id: string; title: string }): void {
  useNavigation.getState().openPlace('graph')
  useGraph.getState().setAround({ id: item.id, title: item.title, steps: 1 })
}

/** Opens the graph of everything. */
export function showWholeGraph(): void {
  useNavigation.getState().openPlace('graph')
  if (useGraph.getState().around) useGraph.getState().setAround(undefined)
}

const about: EventType[] = ['item-changed', 'links-changed', 'tags-changed']

/** Keeps the graph in step with the vault while it is looked at, and drops all of it at the lock. */
export function followGraph(): void {
  for (const type of about) onEvent(type, () => changed.ask())
  // Whoever comes back by the place's own name means the whole graph.
  useNavigation.subscribe((now, before) => {
    if (before.place === 'graph' && now.place !== 'graph' && useGraph.getState().around)
      useGraph.setState({ around: undefined, focusId: undefined, model: undefined, choice: keptChoice })
  })
  onEvent('vault-locked', () => {
    asked++
    chosen.stop()
    changed.stop()
    cameras.clear()
    places.clear()
    keptChoice = {}
    useGraph.setState(empty)
  })
}
