import type { LabelRoom } from './label-room'

export const LABEL_FONT = '"Newsreader Variable", Newsreader, "Iowan Old Style", Georgia, "Noto Serif CJK JP", "Noto Naskh Arabic", serif'
export const LABEL_SIZE = 13
const LONGEST = 34
/** Between an item and its title. */
const GAP = 4
/** Of the page's colour around the letters, in pixels: wide enough that lines and marks below do not run into them. */
const HALO = 2.5

/** A title short enough for the drawing: its first words. */
export function shortTitle(title: string): string {
  const line = title.trim().replace(/\s+/gu, ' ')
  const letters = [...line]
  if (letters.length <= LONGEST) return line
  const cut = letters.slice(0, LONGEST).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > LONGEST / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** The left end and the middle line of a title `width` wide, in the order of preference: behind its item, before it, below and above it. */
export function labelPlaces({ x, y, size }: { x: number; y: number; size: number }, width: number): { left: number; middle: number }[] {
  const apart = size + LABEL_SIZE * 0.5 + GAP
  return [
    { left: x + size + GAP, middle: y },
    { left: x - size - GAP - width, middle: y },
    { left: x - width / 2, middle: y + apart },
    { left: x - width / 2, middle: y - apart },
  ]
}

export interface LabelStyle {
  ink: string
  /** Drawn around the letters, so that they are read over lines. */
  halo: string
  bold?: boolean
}

/** Draws a title beside its item where there is room, on the side where it covers the fewest others. */
export function drawLabel(
  context: CanvasRenderingContext2D,
  { x, y, size, text }: { x: number; y: number; size: number; text: string },
  room: LabelRoom,
  { ink, halo, bold = false }: LabelStyle,
): void {
  context.font = `${bold ? 600 : 460} ${LABEL_SIZE}px ${LABEL_FONT}`
  const words = shortTitle(text)
  const width = context.measureText(words).width
  const end = context.canvas.width / (window.devicePixelRatio || 1)
  const boxes = labelPlaces({ x, y, size }, width)
    .filter(({ left }, index) => index === 0 || (left > 0 && left + width < end))
    .map((place) => ({
      ...place,
      right: place.left + width,
      top: place.middle - LABEL_SIZE * 0.75,
      bottom: place.middle + LABEL_SIZE * 0.75,
    }))
  // At the end of the canvas a title does not stand behind its item.
  const [first, ...others] = boxes
  const place = room.takeBest(first && first.right > end && others.length > 0 ? others : boxes, { x, y, size })
  if (!place) return
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 2 * HALO
  context.strokeStyle = halo
  context.strokeText(words, place.left, place.middle)
  context.fillStyle = ink
  context.fillText(words, place.left, place.middle)
}
