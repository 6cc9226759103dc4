import { titleOrUntitled } from '../../base/item-title'
import { formatMoment } from '../../ui/format-time'
import { PersonText } from '../../ui/person-text'
import { useNow } from '../../ui/use-now'
import type { GraphDrawing } from './graph-drawing'
import type { GraphModel } from './graph-model'
import { linkCount, oneOfKind } from './graph-words'

const WIDTH = 248
const HEIGHT = 110
const GAP = 12

/** The card of the item under the pointer: its title, and what its mark in the graph stands for. */
export function GraphCard({
  model,
  place,
  drawing,
}: {
  model: GraphModel
  place: number
  drawing: Pick<GraphDrawing, 'viewportOf' | 'size'>
}) {
  const now = useNow()
  const item = model.items[place]
  const at = drawing.viewportOf(place)
  if (!item || !at) return null
  const { width, height } = drawing.size()
  // Below and to the left, where no title of the graph stands; else where there is room.
  const left = Math.max(8, Math.min(width - WIDTH - 8, at.x - WIDTH / 2))
  const below = at.y + at.size + GAP
  const top = below + HEIGHT > height ? Math.max(8, at.y - at.size - GAP - HEIGHT) : below
  const tags = item.tags.slice(0, 4).map((tag) => model.tagNames[tag] ?? '')
  return (
    <div className="graph-card" aria-hidden="true" style={{ left, top, width: WIDTH }}>
      <PersonText as="p" className="row-t" text={titleOrUntitled(item.title)} />
      <p className="row-m">
        <span>{oneOfKind[item.kind]}</span>
        <span>{linkCount(item.degree)}</span>
        <span>{formatMoment(item.createdAt, now)}</span>
      </p>
      {tags.length > 0 && (
        <p className="row-m" dir="auto">
          {tags.map((tag) => `#${tag}`).join('  ')}
        </p>
      )}
    </div>
  )
}
