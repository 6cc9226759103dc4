/** A label's box on the canvas, in CSS pixels. */
interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export const LABEL_FONT = '"Newsreader Variable", Newsreader, "Iowan Old Style", Georgia, "Noto Serif CJK JP", "Noto Naskh Arabic", serif'
export const LABEL_SIZE = 13
const LONGEST = 34

/** A title short enough for the drawing: its first words. */
export function shortTitle(title: string): string {
  const line = title.trim().replace(/\s+/gu, ' ')
  const letters = [...line]
  if (letters.length <= LONGEST) return line
  const cut = letters.slice(0, LONGEST).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > LONGEST / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** Keeps labels from lying on each other: `place` takes a box, or says false when something is there already. */
export function createLabelRoom() {
  let taken: Box[] = []
  return {
    clear(): void {
      taken = []
    },
    place(box: Box): boolean {
      if (taken.some((other) => box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top))
        return false
      taken.push(box)
      return true
    },
  }
}

export type LabelRoom = ReturnType<typeof createLabelRoom>

export interface LabelStyle {
  ink: string
  /** Drawn around the letters, so that they are read over lines. */
  halo: string
  bold?: boolean
}

/** Draws a title beside its item where there is room. */
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
  // At the end of the canvas the title stands before its item.
  const before = x + size + 4 + width > end && x - size - 4 - width > 0
  const left = before ? x - size - 4 - width : x + size + 4
  const box = {
    left: Math.min(left, x - size),
    right: Math.max(left + width, x + size) + 6,
    top: y - LABEL_SIZE * 0.75,
    bottom: y + LABEL_SIZE * 0.75,
  }
  if (!room.place(box)) return
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3
  context.strokeStyle = halo
  context.strokeText(words, left, y)
  context.fillStyle = ink
  context.fillText(words, left, y)
}
