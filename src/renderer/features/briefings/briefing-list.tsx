import type { Briefing } from '../../../shared/entities'
import { firstWords } from '../../base/first-words'
import { titleOrUntitled } from '../../base/item-title'
import { thoughtCount } from '../../base/scope-words'
import { formatWhen } from '../../ui/format-time'
import { PersonText } from '../../ui/person-text'
import { RowListbox } from '../../ui/row-listbox'
import { StatusDot } from '../../ui/status-dot'
import { useNow } from '../../ui/use-now'
import { briefingState } from './briefing-state'
import { loadMoreBriefings } from './briefing-store'
import { leftAt, usePlayer } from './player-store'
import { clockTime } from './transcript-lines'

function Meta({ briefing }: { briefing: Briefing }) {
  const at = usePlayer((state) => leftAt(state, briefing))
  const heard = useHeard(briefing)
  const state = briefingState(briefing.status)
  if (state) return <StatusDot {...state} />
  if (!briefing.audio) return 'To read'
  const length = clockTime(briefing.audio.durationMs)
  const about = briefing.itemId === null && <span className="num">{thoughtCount(briefing.items.length)}</span>
  return (
    <>
      {heard && <StatusDot kind="done" word="Heard" />}
      <span className="num">{at > 0 ? `${length}, at ${clockTime(at)}` : length}</span>
      {about}
    </>
  )
}

function useHeard(briefing: Briefing): boolean {
  const now = usePlayer((state) => state.heard[briefing.id] === true)
  return now || briefing.heardAt !== null
}

/** The title, with a mark before one that can be heard and was not. */
function RowTitle({ briefing }: { briefing: Briefing }) {
  const heard = useHeard(briefing)
  return (
    <span className="row-t">
      {briefing.audio && !heard && (
        <>
          <span className="unheard" aria-hidden="true" />
          <span className="sr">Not heard yet: </span>
        </>
      )}
      <PersonText text={titleOrUntitled(briefing.title)} />
    </span>
  )
}

function Row({ briefing, now }: { briefing: Briefing; now: number }) {
  const line = briefing.script ? firstWords(briefing.script, 120) : ''
  return (
    <>
      <RowTitle briefing={briefing} />
      {line !== '' && (
        <span className="row-s" dir="auto">
          {line}
        </span>
      )}
      <span className="row-m">
        <Meta briefing={briefing} />
        <time dateTime={new Date(briefing.createdAt).toISOString()}>{formatWhen(briefing.createdAt, now)}</time>
      </span>
    </>
  )
}

/** The briefings as a listbox, newest first. */
export function BriefingList({
  briefings,
  total,
  selected,
  onSelect,
  onOpen,
}: {
  briefings: readonly Briefing[]
  total: number
  selected: string | undefined
  onSelect: (id: string) => void
  onOpen: (id: string) => void
}) {
  const now = useNow()
  return (
    <RowListbox
      label="Briefings"
      rows={briefings}
      total={total}
      keyOf={({ id }) => id}
      selected={selected}
      onSelect={({ id }) => onSelect(id)}
      onOpen={({ id }) => onOpen(id)}
      onNearEnd={() => void loadMoreBriefings()}
    >
      {(briefing) => <Row briefing={briefing} now={now} />}
    </RowListbox>
  )
}
