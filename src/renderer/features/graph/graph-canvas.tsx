import { Maximize, Minus, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { usePageKeys } from '../../base/page-keys'
import { IconButton } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { arrangeGraph } from './arrange-graph'
import { GraphCard } from './graph-card'
import { readPalette } from './graph-colours'
import type { GraphDrawing } from './graph-drawing'
import type { GraphModel } from './graph-model'
import { keepCamera, keptCamera, keptPlaces, useGraph } from './graph-store'
import { runLayout } from './layout-client'
import type { Position } from './place-nodes'

export interface GraphCanvasProps {
  model: GraphModel
  /** Names the picture that is kept while the person is elsewhere. */
  scope: string
  /** Bumped by "Arrange anew". */
  round: number
  focusPlace: number | undefined
  /** The item that the graph is around. */
  markPlace: number | undefined
  focusLook: 'stay' | 'into-sight' | 'close'
  onOpen: (id: string) => void
  onArranging: (arranging: boolean) => void
}

/** Graphics that are taken away this often are not asked for again. */
const MOST_LOSSES = 3

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

const prefersCalm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

function NoGraphics() {
  return (
    <EmptyState title="The graph cannot be drawn here">
      Drawing it takes WebGL, and the graphics of this computer do not offer it now. The list beside it has the same thoughts and links:
      choose one, and the right arrow key shows what it is linked with.
    </EmptyState>
  )
}

/** The drawing of the graph with its buttons and the card of the item that is pointed at. The list beside it says the same in words. */
export function GraphCanvas(props: GraphCanvasProps) {
  const [losses, setLosses] = useState(0)
  const [able] = useState(hasWebGl)
  if (!able || losses >= MOST_LOSSES) return <NoGraphics />
  return <Drawn key={`${props.scope} ${losses}`} {...props} onLost={() => setLosses(losses + 1)} />
}

function Drawn({
  model,
  scope,
  round,
  focusPlace,
  markPlace,
  focusLook,
  onOpen,
  onArranging,
  onLost,
}: GraphCanvasProps & { onLost: () => void }) {
  const colourBy = useGraph((state) => state.colourBy)
  const container = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<GraphDrawing | undefined>(undefined)
  const [hovered, setHovered] = useState<number | undefined>(undefined)
  const [palette, setPalette] = useState(readPalette)
  const current = useRef({ model, onOpen, onLost, onArranging, positions: [] as readonly Position[], frame: [] as readonly Position[] })
  Object.assign(current.current, { model, onOpen, onLost, onArranging })

  useEffect(() => {
    let made: GraphDrawing | undefined
    let gone = false
    // The library is a part of its own: it is read when the first graph is looked at.
    void import('./graph-drawing').then(({ createGraphDrawing }) => {
      if (gone || !container.current) return
      try {
        made = createGraphDrawing({
          container: container.current,
          camera: keptCamera(scope),
          calm: prefersCalm(),
          onHover: setHovered,
          onOpen: (place) => {
            const item = current.current.model.items[place]
            if (item) current.current.onOpen(item.id)
          },
          onLost: () => current.current.onLost(),
        })
        setDrawing(made)
      } catch {
        current.current.onLost()
      }
    })
    return () => {
      gone = true
      if (!made) return
      keepCamera(scope, made.cameraState())
      made.close()
    }
  }, [scope])

  useEffect(() => {
    const themed = new MutationObserver(() => setPalette(readPalette()))
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => themed.disconnect()
  }, [])

  // The places, and with the first of them the picture.
  useEffect(() => {
    if (!drawing) return
    const known = keptPlaces(scope)
    if (round > 0 && arranged.get(scope) !== round) known.clear()
    arranged.set(scope, round)
    const calm = prefersCalm()
    let shown = false
    const stop = arrangeGraph(model, {
      known,
      run: runLayout,
      onPositions: (positions, state) => {
        current.current.onArranging(state === 'moving')
        // Nothing moves before the eyes of whoever asked for calm: the picture comes when it is settled.
        if (calm && state === 'moving') return
        const frame = state === 'settled' ? [...known.values()] : positions
        Object.assign(current.current, { positions, frame })
        if (shown) drawing.moveTo(positions, frame)
        else drawing.show({ model, positions, frame, palette: readPalette(), colourBy: useGraph.getState().colourBy })
        shown = true
      },
    })
    return () => {
      stop()
      current.current.onArranging(false)
    }
  }, [drawing, model, scope, round])

  // Other colours for the same picture.
  const painted = useRef({ palette, colourBy })
  useEffect(() => {
    if (!drawing || (painted.current.palette === palette && painted.current.colourBy === colourBy)) return
    painted.current = { palette, colourBy }
    const { positions, frame } = current.current
    if (positions.length > 0) drawing.show({ model: current.current.model, positions, frame, palette, colourBy })
  }, [drawing, palette, colourBy])

  // biome-ignore lint/correctness/useExhaustiveDependencies: in another model the same item has another place
  useEffect(() => {
    drawing?.mark(markPlace)
    drawing?.focus(focusPlace, focusLook)
  }, [drawing, markPlace, focusPlace, focusLook, model])

  const zoomIn = () => drawing?.zoom('in')
  const zoomOut = () => drawing?.zoom('out')
  const fit = () => drawing?.fit()
  usePageKeys({ '+': zoomIn, '=': zoomIn, '-': zoomOut, '0': fit })
  return (
    <>
      <div className="graph-drawing" ref={container} role="img" aria-label="The graph, drawn. The list beside it says the same in words." />
      {drawing && hovered !== undefined && <GraphCard model={model} place={hovered} drawing={drawing} />}
      <fieldset className="graph-zoom" aria-label="View of the graph">
        <IconButton icon={Plus} label="Zoom in" keys="+" onClick={zoomIn} />
        <IconButton icon={Minus} label="Zoom out" keys="-" onClick={zoomOut} />
        <IconButton icon={Maximize} label="Show everything" keys="0" onClick={fit} />
      </fieldset>
    </>
  )
}

/** Which "Arrange anew" a picture has followed. */
const arranged = new Map<string, number>()
