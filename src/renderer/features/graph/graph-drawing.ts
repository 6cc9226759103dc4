import { UndirectedGraph } from 'graphology'
import Sigma from 'sigma'
import { EdgeRectangleProgram } from 'sigma/rendering'
import type { CameraState } from 'sigma/types'
import { type ColourBy, colourOf, mixColours, type Palette, shapeOf } from './graph-colours'
import { drawHighlight, drawRing } from './graph-highlight'
import { drawLabel } from './graph-labels'
import type { GraphModel } from './graph-model'
import { extent, opacityOf, sizeOf, titledFrom } from './graph-scale'
import { createLabelRoom, type Disc } from './label-room'
import { createMovingDetail } from './moving-detail'
import { NodeShapeProgram } from './node-shape-program'
import type { Position } from './place-nodes'
import { type LinkBudget, thinEdgeProgram } from './thin-edge-program'

export interface DrawingOptions {
  container: HTMLElement
  camera: CameraState | undefined
  calm: boolean
  onHover(place: number | undefined): void
  onOpen(place: number): void
  /** The graphics were taken away: the drawing is of no use any more. */
  onLost(): void
}

export interface Scene {
  model: GraphModel
  positions: readonly Position[]
  /** The places of all that the person has seen of this graph, so that a filter takes items away and leaves the rest where it is. */
  frame: readonly Position[]
  palette: Palette
  colourBy: ColourBy
}

export type GraphDrawing = ReturnType<typeof createGraphDrawing>

const ZOOM_STEP = 1.5
const MOVE_MS = 260
/** The camera's own picture of everything; a little out, so that nothing touches the edge. */
const whole: CameraState = { x: 0.5, y: 0.5, angle: 0, ratio: 1.04 }
/** Thinner lines of one pixel where there are very many: they cost a third. */
const MANY_LINKS = 4000
/** With less of them in the window after a filter, the camera goes to where they are. */
const LEAST_IN_SIGHT = 0.3

/** Draws the graph into a container by WebGL. Throws where there is none. Nothing is drawn, and nothing computed, while nothing changes. */
export function createGraphDrawing({ container, camera, calm, onHover, onOpen, onLost }: DrawingOptions) {
  let scene: Scene | undefined
  let hovered: number | undefined
  let focused: number | undefined
  let marked: number | undefined
  let closed = false
  const room = createLabelRoom(discsInSight)
  const budget: LinkBudget = { most: Number.POSITIVE_INFINITY }
  const moveMs = calm ? 0 : MOVE_MS
  const sigma = new Sigma(new UndirectedGraph(), container, {
    allowInvalidContainer: true,
    defaultNodeType: 'shape',
    nodeProgramClasses: { shape: NodeShapeProgram },
    edgeProgramClasses: { line: EdgeRectangleProgram, thin: thinEdgeProgram(budget) },
    minEdgeThickness: 1.5,
    antiAliasingFeather: 1,
    stagePadding: 24,
    labelRenderedSizeThreshold: 5.5,
    labelDensity: 0.8,
    labelGridCellSize: 130,
    inertiaDuration: calm ? 0 : 160,
    zoomDuration: calm ? 0 : 160,
    doubleClickZoomingDuration: calm ? 0 : 160,
    minCameraRatio: 0.01,
    maxCameraRatio: 4,
    zoomToSizeRatioFunction: (ratio) => Math.sqrt(ratio),
    enableCameraRotation: false,
    defaultDrawNodeLabel: (context, { x, y, size, label }) => {
      if (label && scene) drawLabel(context, { x, y, size, text: label }, room, { ink: scene.palette.ink, halo: scene.palette.page })
    },
    defaultDrawNodeHover: () => {},
  })
  sigma.getCamera().setState(camera ?? whole)
  // Layers that stay empty here: software graphics would copy each of them for every picture (20 ms of the window's time, measured).
  const canvases = sigma.getCanvases()
  for (const layer of ['edgeLabels', 'hovers', 'hoverNodes']) canvases[layer]?.style.setProperty('display', 'none')

  const overlay = document.createElement('canvas')
  overlay.className = 'graph-overlay'
  container.append(overlay)

  function drawOverlay(): void {
    const { width, height } = sigma.getDimensions()
    const pixels = window.devicePixelRatio || 1
    const context = overlay.getContext('2d')
    if (!context) return
    if (overlay.width !== Math.round(width * pixels) || overlay.height !== Math.round(height * pixels)) {
      overlay.width = Math.round(width * pixels)
      overlay.height = Math.round(height * pixels)
    }
    context.setTransform(pixels, 0, 0, pixels, 0, 0)
    context.clearRect(0, 0, width, height)
    const place = hovered ?? focused
    if (!scene) return
    const { model, palette, colourBy } = scene
    const at = marked === undefined ? undefined : viewportOf(marked)
    if (at) drawRing(context, at, palette)
    if (place === undefined) return
    const colour = (each: number) => {
      const item = model.items[each]
      return palette[item ? colourOf(item, colourBy) : 'plain']
    }
    drawHighlight(context, { width, height }, model, place, { at: viewportOf, colour }, palette)
  }

  function viewportOf(place: number): { x: number; y: number; size: number } | undefined {
    const position = scene?.positions[place]
    const item = scene?.model.items[place]
    return position && item
      ? { ...sigma.graphToViewport(position), size: sigma.scaleSize(sizeOf(item.degree, scene?.model.items.length ?? 0)) }
      : undefined
  }

  const detail = createMovingDetail({ sigma, container, budget })

  /** The items that are on the canvas. Nothing is turned, so two points tell where all others are. */
  function discsInSight(): Disc[] {
    if (!scene) return []
    const { width, height } = sigma.getDimensions()
    const zero = sigma.graphToViewport({ x: 0, y: 0 })
    const one = sigma.graphToViewport({ x: 1, y: 1 })
    const { positions, model } = scene
    return model.items.flatMap(({ degree }, place) => {
      const position = positions[place]
      if (!position) return []
      const x = zero.x + (one.x - zero.x) * position.x
      const y = zero.y + (one.y - zero.y) * position.y
      if (x < 0 || y < 0 || x > width || y > height) return []
      return [{ x, y, size: sigma.scaleSize(sizeOf(degree, model.items.length)) }]
    })
  }

  let overlayShown = false
  sigma.on('beforeRender', () => room.clear())
  sigma.on('afterRender', () => {
    const wanted = (hovered ?? focused ?? marked) !== undefined
    if (wanted || overlayShown) drawOverlay()
    overlayShown = wanted
  })
  function point(): void {
    drawOverlay()
    overlayShown = (hovered ?? focused ?? marked) !== undefined
  }
  sigma.on('enterNode', ({ node }) => {
    hovered = Number(node)
    container.classList.add('pointing')
    point()
    onHover(hovered)
  })
  sigma.on('leaveNode', () => {
    hovered = undefined
    container.classList.remove('pointing')
    point()
    onHover(undefined)
  })
  sigma.on('clickNode', ({ node }) => onOpen(Number(node)))
  for (const canvas of Object.values(sigma.getCanvases()))
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault()
      if (!closed) onLost()
    })

  /** The camera that has all shown items in the window. */
  function fitting(): CameraState {
    const { width, height } = sigma.getDimensions()
    const data = sigma.getGraph().mapNodes((node) => sigma.getNodeDisplayData(node))
    const places = data.flatMap((each) => (each ? [{ x: each.x, y: each.y }] : []))
    if (places.length < 2 || width === 0 || height === 0) return whole
    const { x, y } = extent(places, 0)
    const side = Math.min(width, height)
    const ratio = Math.max(((x[1] - x[0]) * side) / width, ((y[1] - y[0]) * side) / height) * 1.06
    return { x: (x[0] + x[1]) / 2, y: (y[0] + y[1]) / 2, angle: 0, ratio: sigma.getCamera().getBoundedRatio(Math.max(0.05, ratio)) }
  }

  /** The share of the shown items that the window has in it. */
  function shareInSight(): number {
    const { width, height } = sigma.getDimensions()
    const { positions } = scene ?? { positions: [] }
    const inside = positions.filter((position) => {
      const { x, y } = sigma.graphToViewport(position)
      return x >= 0 && y >= 0 && x <= width && y <= height
    })
    return positions.length === 0 ? 1 : inside.length / positions.length
  }

  function move(to: Partial<CameraState>): void {
    if (moveMs === 0) sigma.getCamera().setState(to)
    else void sigma.getCamera().animate(to, { duration: moveMs })
  }

  return {
    /** Shows these items at these places. The camera stays where it is. */
    show(next: Scene): void {
      const before = scene
      scene = next
      const { model, positions, palette, colourBy, frame } = next
      const others = before !== undefined && before.model !== model && before.model.items.length !== model.items.length
      const graph = new UndirectedGraph()
      model.items.forEach((item, place) => {
        const position = positions[place] ?? { x: 0, y: 0 }
        graph.addNode(String(place), {
          ...position,
          size: sizeOf(item.degree, model.items.length),
          color: palette[colourOf(item, colourBy)],
          label: item.title.trim() === '' ? 'Untitled thought' : item.title,
          shape: shapeOf[item.kind],
        })
      })
      const many = model.links.length > MANY_LINKS
      const type = many ? 'thin' : 'line'
      const seen = model.links.map(({ from, to, kinds, score }) => ({ from, to, opacity: opacityOf(kinds, score, many) }))
      // The strong ones are drawn last, so above.
      seen.sort((a, b) => a.opacity - b.opacity)
      for (const { from, to, opacity } of seen)
        graph.addEdge(String(from), String(to), { type, size: 1.5, color: mixColours(palette.link, palette.page, opacity) })
      hovered = undefined
      onHover(undefined)
      sigma.setCustomBBox(extent(frame))
      sigma.setSetting('labelRenderedSizeThreshold', titledFrom(model.items.length))
      detail.show(many)
      sigma.setGraph(graph)
      // Other filters may leave nothing of what the camera looks at.
      if (others && shareInSight() < LEAST_IN_SIGHT) move(fitting())
    },
    /** The same items at other places. */
    moveTo(positions: readonly Position[], frame: readonly Position[]): void {
      if (!scene) return
      scene = { ...scene, positions, frame }
      sigma.setCustomBBox(extent(frame))
      sigma.getGraph().updateEachNodeAttributes(
        (node, attributes) => {
          const position = positions[Number(node)]
          return position ? { ...attributes, ...position } : attributes
        },
        { attributes: ['x', 'y'] },
      )
    },
    /** Puts one item with what it is linked with above the others; `look` brings it into sight. */
    focus(place: number | undefined, look: 'stay' | 'into-sight' | 'close'): void {
      focused = place
      point()
      const at = place === undefined ? undefined : viewportOf(place)
      if (!at || place === undefined || look === 'stay') return
      const { width, height } = sigma.getDimensions()
      const inSight = at.x > 40 && at.y > 40 && at.x < width - 40 && at.y < height - 40
      const data = sigma.getNodeDisplayData(String(place))
      if (!data || (inSight && look === 'into-sight')) return
      const { ratio } = sigma.getCamera()
      move({ x: data.x, y: data.y, ratio: look === 'close' ? Math.min(ratio, 0.25) : ratio })
    },
    /** Where an item is in the container, for what is shown beside it. */
    viewportOf,
    size: () => sigma.getDimensions(),
    zoom: (direction: 'in' | 'out') => {
      const camera = sigma.getCamera()
      move({ ratio: camera.getBoundedRatio(direction === 'in' ? camera.ratio / ZOOM_STEP : camera.ratio * ZOOM_STEP) })
    },
    fit: () => move(fitting()),
    /** Rings one item, without taking anything from the others. */
    mark(place: number | undefined): void {
      marked = place
      point()
    },
    cameraState: (): CameraState => sigma.getCamera().getState(),
    onCamera: (listener: () => void) => sigma.getCamera().on('updated', listener),
    close(): void {
      closed = true
      detail.stop()
      sigma.kill()
      overlay.remove()
    },
  }
}
