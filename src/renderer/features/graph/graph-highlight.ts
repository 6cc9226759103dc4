import type { Palette } from './graph-colours'
import { type Shape, shapeOf } from './graph-colours'
import { drawLabel } from './graph-labels'
import type { GraphModel } from './graph-model'
import { createLabelRoom } from './label-room'

/** More links than this are drawn, more titles than that are not: nobody reads them. */
const MOST_TITLES = 14

export interface HighlightView {
  /** Where an item is on the canvas now, in CSS pixels, and the half of its width. */
  at(place: number): { x: number; y: number; size: number } | undefined
  colour(place: number): string
}

function tracePath(context: CanvasRenderingContext2D, shape: Shape, x: number, y: number, r: number): void {
  context.beginPath()
  if (shape === 'diamond')
    for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0]] as const) context.lineTo(x + dx * r, y + dy * r) // biome-ignore format: corners in a row
  else if (shape === 'square') context.rect(x - r * 0.78, y - r * 0.78, r * 1.56, r * 1.56)
  else if (shape === 'triangle')
    for (const [dx, dy] of [[0, -1], [0.866, 0.5], [-0.866, 0.5]] as const) context.lineTo(x + dx * r, y + dy * r) // biome-ignore format: as above
  else context.arc(x, y, r * (shape === 'ring' ? 0.68 : 0.88), 0, 2 * Math.PI)
  context.closePath()
}

/** The ring around an item that is looked at. */
export function drawRing(
  context: CanvasRenderingContext2D,
  { x, y, size }: { x: number; y: number; size: number },
  palette: Palette,
): void {
  context.lineWidth = 2
  context.strokeStyle = palette.accent
  context.beginPath()
  context.arc(x, y, Math.max(3, size) + 3, 0, 2 * Math.PI)
  context.stroke()
}

/** Lays a veil over the graph and draws one item, what it is linked with and their titles above it. */
export function drawHighlight(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  model: GraphModel,
  place: number,
  view: HighlightView,
  palette: Palette,
): void {
  const centre = view.at(place)
  if (!centre) return
  context.globalAlpha = 0.78
  context.fillStyle = palette.page
  context.fillRect(0, 0, size.width, size.height)
  const near = model.neighbours[place] ?? []
  context.strokeStyle = palette.accent
  for (const { place: other, score, kinds } of near) {
    const end = view.at(other)
    if (!end) continue
    context.globalAlpha = 0.3 + 0.6 * (kinds[0] === 'auto' ? score : 1)
    context.lineWidth = kinds[0] === 'auto' ? 1 : 1.5
    context.beginPath()
    context.moveTo(centre.x, centre.y)
    context.lineTo(end.x, end.y)
    context.stroke()
  }
  context.globalAlpha = 1
  for (const each of [...near.map((neighbour) => neighbour.place), place]) {
    const at = view.at(each)
    const item = model.items[each]
    if (!at || !item) continue
    const shape = shapeOf[item.kind]
    const radius = Math.max(3, at.size)
    tracePath(context, shape, at.x, at.y, radius)
    if (shape === 'ring') {
      context.lineWidth = Math.max(1.5, radius * 0.44)
      context.strokeStyle = view.colour(each)
      context.stroke()
    } else {
      context.fillStyle = view.colour(each)
      context.fill()
    }
  }
  drawRing(context, centre, palette)

  const shown = [place, ...near.map((neighbour) => neighbour.place)]
  const room = createLabelRoom(() => shown.flatMap((each) => view.at(each) ?? []))
  const title = (each: number, bold: boolean) => {
    const at = view.at(each)
    const item = model.items[each]
    if (!at || !item || at.x < 0 || at.y < 0 || at.x > size.width || at.y > size.height) return
    const label = { ...at, size: Math.max(3, at.size), text: item.title.trim() === '' ? 'Untitled thought' : item.title }
    drawLabel(context, label, room, { ink: bold ? palette.ink : palette['ink-2'], halo: palette.page, bold })
  }
  title(place, true)
  for (const { place: other } of near.slice(0, MOST_TITLES)) title(other, false)
}
