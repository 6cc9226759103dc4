import type { Reflection } from '../../../shared/contract/reflections'
import { useNavigation } from '../../base/navigation-store'
import { openThought } from '../../base/open-thesis'
import { thoughtCount } from '../../base/scope-words'
import { Switch } from '../../ui/choice'
import { currentTime } from '../../ui/clock'
import { formatMoment } from '../../ui/format-time'
import { useReflectionLook } from './reflection-look'
import { type Comparison, comparisonCounts } from './reflection-words'
import { useReflections } from './reflections-store'

const words: Record<Comparison, string> = { new: 'new', again: 'again', gone: 'no longer' }

/** How it stands to the reflection before. Each figure shows the findings that it counts. */
function Compared({ reflection }: { reflection: Reflection }) {
  const { isCompared, only } = useReflectionLook()
  const openReflection = useNavigation((state) => state.openReflection)
  const { previousId } = reflection
  const previous = useReflections((state) => state.list?.find(({ id }) => id === previousId))
  const counts = comparisonCounts(reflection)
  if (!counts || previousId === null) return null
  return (
    <div className="note compare">
      <Switch
        name="Compared with the last"
        checked={isCompared}
        onChange={(next) => useReflectionLook.setState({ isCompared: next, only: undefined })}
      />
      {isCompared && (
        <>
          <ul className="compare-counts">
            {(['new', 'again', 'gone'] as const).map((kind) => (
              <li key={kind}>
                {counts[kind] === 0 ? (
                  <span className="num">0 {words[kind]}</span>
                ) : (
                  <button
                    type="button"
                    className="count"
                    aria-pressed={only === kind}
                    onClick={() => useReflectionLook.setState({ only: only === kind ? undefined : kind })}
                  >
                    {counts[kind]} {words[kind]}
                  </button>
                )}
              </li>
            ))}
          </ul>
          <button type="button" className="link" onClick={() => openReflection(previousId)}>
            {previous ? `Reflection of ${formatMoment(previous.until ?? previous.createdAt, currentTime())}` : 'Open the last one'}
          </button>
        </>
      )}
    </div>
  )
}

/** The margin of a reflection: how it stands to the last one, what was left out, where it is kept. */
export function ReflectionNotes({ reflection }: { reflection: Reflection }) {
  const { report, leftOut, droppedCitations, asked, private: stays } = reflection
  return (
    <aside className="notes" aria-label="Margin">
      <h2 className="sr">Margin</h2>
      <Compared reflection={reflection} />
      {leftOut.over + leftOut.private > 0 && (
        <div className="note">
          <h3>Left out</h3>
          {leftOut.over > 0 && <p>{thoughtCount(leftOut.over)} more than one reflection reads; those changed last were read.</p>}
          {leftOut.private > 0 && (
            <p>
              {thoughtCount(leftOut.private)} {leftOut.private === 1 ? 'stays' : 'stay'} here, and the model is on another computer.
            </p>
          )}
        </div>
      )}
      {droppedCitations > 0 && (
        <div className="note">
          <h3>Not kept</h3>
          <p>
            {droppedCitations === 1 ? '1 statement named' : `${droppedCitations} statements named`} no thought that was read, and{' '}
            {droppedCitations === 1 ? 'was' : 'were'} left out.
          </p>
        </div>
      )}
      {!asked && (
        <div className="note">
          <h3>Made by itself</h3>A schedule asked for it.
        </div>
      )}
      {stays && (
        <div className="note">
          <h3>Stays here</h3>
          It read thoughts that stay here, so it stays here too.
        </div>
      )}
      {report && (
        <div className="note">
          <h3>Kept as</h3>
          {report.inTrash ? (
            <p>An item that lies in the trash.</p>
          ) : (
            <button type="button" className="link" onClick={() => openThought(report.id)}>
              <bdi>{report.title}</bdi>
            </button>
          )}
        </div>
      )}
    </aside>
  )
}
