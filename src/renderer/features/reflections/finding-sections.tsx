import type { Reflection } from '../../../shared/contract/reflections'
import { useActiveFinding } from './active-finding'
import { FindingRow } from './finding-row'
import { useReflectionLook } from './reflection-look'
import { findingCount, findingKinds, sectionNames } from './reflection-words'
import { type FindingGroup, shownFindings } from './shown-findings'

const goTo = (id: string) => {
  if (useActiveFinding.getState().id !== id) useActiveFinding.setState({ id })
}

const nameOf = (kind: FindingGroup['kind']) => (kind === 'gone' ? 'No longer found' : sectionNames[kind])

/** How many of each kind there are; each figure leads to them. */
function Figures({ reflection, groups }: { reflection: Reflection; groups: readonly FindingGroup[] }) {
  const show = (kind: FindingGroup['kind']) => {
    const first = groups.find((group) => group.kind === kind)?.findings[0]?.finding
    if (!first) return
    document.getElementById(`findings-${kind}`)?.scrollIntoView({ block: 'start' })
    document.getElementById(`finding-${first.id}`)?.focus({ preventScroll: true })
  }
  return (
    <ul className="found-figures" aria-label="What was found">
      {findingKinds
        .filter((kind) => reflection.counts[kind] > 0)
        .map((kind) => (
          <li key={kind}>
            <button type="button" className="count" onClick={() => show(kind)}>
              {findingCount(kind, reflection.counts[kind])}
            </button>
          </li>
        ))}
    </ul>
  )
}

/** The findings by kind, from themes to connections, then those of the last reflection that do not come back. */
export function FindingSections({ reflection }: { reflection: Reflection }) {
  const { isCompared, only } = useReflectionLook()
  const active = useActiveFinding((state) => state.id)
  const groups = shownFindings(reflection, isCompared, only)
  const first = groups[0]?.findings[0]?.finding.id
  const tabbable = groups.some(({ findings }) => findings.some(({ finding }) => finding.id === active)) ? active : first
  return (
    <div className="wide">
      {only === undefined ? (
        <Figures reflection={reflection} groups={groups} />
      ) : (
        <p className="found-figures only">
          Only what is {only === 'gone' ? 'no longer found' : only === 'again' ? 'found again' : 'new'}.{' '}
          <button type="button" className="link" onClick={() => useReflectionLook.setState({ only: undefined })}>
            Show all
          </button>
        </p>
      )}
      {groups.length === 0 && only === undefined && (
        <p className="think-offer">Nothing was found that holds. Write on, and reflect again, or choose a longer time.</p>
      )}
      {groups.map(({ kind, findings }) => (
        <section className="sec" key={kind} id={`findings-${kind}`} aria-labelledby={`findings-${kind}-title`}>
          <h2 id={`findings-${kind}-title`}>
            {nameOf(kind)} <span className="num">{findings.length}</span>
          </h2>
          {findings.map(({ finding, mark }) => (
            <FindingRow
              key={finding.id}
              reflection={reflection}
              finding={finding}
              mark={mark}
              active={finding.id === active}
              tabbable={finding.id === tabbable}
              onGo={goTo}
            />
          ))}
        </section>
      ))}
    </div>
  )
}
