import type { ReflectionSummary } from '../../../shared/contract/reflections'
import { useNavigation } from '../../base/navigation-store'
import { thoughtCount } from '../../base/scope-words'
import { formatMoment, formatWhen } from '../../ui/format-time'
import { RowListbox } from '../../ui/row-listbox'
import { StatusDot } from '../../ui/status-dot'
import { useNow } from '../../ui/use-now'
import { countsLine, stateMark } from './reflection-words'
import { loadMoreReflections } from './reflections-store'

/** What stands in the second line: what was found, or what became of it. */
function lineOf(reflection: ReflectionSummary): string {
  if (reflection.state !== 'done') return reflection.note
  return countsLine(reflection.counts) || 'Nothing that holds was found'
}

/** The period a reflection is of, as the title of its row. */
function titleOf({ since, until, createdAt }: ReflectionSummary, now: number): string {
  const end = formatMoment(until ?? createdAt, now)
  return since === null ? `Until ${end}` : `${formatMoment(since, now)} – ${end}`
}

function Row({ reflection, now }: { reflection: ReflectionSummary; now: number }) {
  const mark = stateMark(reflection)
  const line = lineOf(reflection)
  return (
    <>
      <span className="row-t reflection-t">{titleOf(reflection, now)}</span>
      {line !== '' && <span className="row-s">{line}</span>}
      <span className="row-m">
        {mark ? <StatusDot {...mark} /> : <span className="num">{thoughtCount(reflection.itemCount)}</span>}
        {!reflection.asked && <span>By schedule</span>}
        <time dateTime={new Date(reflection.createdAt).toISOString()}>{formatWhen(reflection.createdAt, now)}</time>
      </span>
    </>
  )
}

/** The reflections as a listbox, newest first. */
export function ReflectionList({
  reflections,
  total,
  selected,
}: {
  reflections: readonly ReflectionSummary[]
  total: number
  selected: string | undefined
}) {
  const now = useNow()
  const openReflection = useNavigation((state) => state.openReflection)
  return (
    <RowListbox
      label="Reflections"
      rows={reflections}
      total={total}
      keyOf={({ id }) => id}
      selected={selected}
      onSelect={({ id }) => useNavigation.setState({ reflectionId: id })}
      onOpen={({ id }) => openReflection(id)}
      onNearEnd={() => void loadMoreReflections()}
    >
      {(reflection) => <Row reflection={reflection} now={now} />}
    </RowListbox>
  )
}
