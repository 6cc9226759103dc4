import { ItemKind, LinkKind } from '../../../shared/entities'
import { usePlaces } from '../../base/places-store'
import { formatNumber } from '../../ui/format-time'
import { FilterPanel, ManyOf } from './filter-panel'
import { useGraph } from './graph-store'
import { kindNames, linkKindNames } from './graph-words'

/** "Thoughts, Research", or how many where the names would be long; undefined for none. */
function chosenWords(names: readonly string[], many: string): string | undefined {
  if (names.length === 0) return undefined
  return names.length <= 2 ? names.join(', ') : `${names.length} ${many}`
}

const strengths = [
  ['0', 'Any'],
  ['0.45', 'Close'],
  ['0.6', 'Closer'],
  ['0.75', 'Closest'],
] as const

/** What narrows the graph: tags, kinds of thoughts and of links, how close in meaning, and thoughts without a link. */
export function GraphFilters() {
  const { choice, choose, clearChoice } = useGraph()
  const { tags = [], kinds = [], linkKinds = [], minScore = 0, includeIsolated } = choice
  const known = usePlaces((state) => state.places?.tags) ?? []
  const strength = strengths.find(([value]) => Number(value) === minScore)
  return (
    <fieldset className="graph-filters" aria-label="Filters">
      <FilterPanel
        name="Tags"
        chosen={chosenWords(
          tags.map((tag) => `#${tag}`),
          'tags',
        )}
      >
        {known.length === 0 ? (
          <p className="graph-none">No thought has a tag yet.</p>
        ) : (
          <ManyOf
            options={known.map(({ name, count }) => [name, `#${name}`, formatNumber(count)] as const)}
            chosen={tags}
            onChange={(next) => choose({ tags: next.length === 0 ? undefined : next })}
          />
        )}
      </FilterPanel>
      <FilterPanel
        name="Kinds"
        chosen={chosenWords(
          kinds.map((kind) => kindNames[kind]),
          'kinds',
        )}
      >
        <ManyOf
          options={ItemKind.options.map((kind) => [kind, kindNames[kind]] as const)}
          chosen={kinds}
          onChange={(next) => choose({ kinds: next.length === 0 ? undefined : next })}
        />
      </FilterPanel>
      <FilterPanel
        name="Links"
        chosen={chosenWords(
          [...linkKinds.map((kind) => linkKindNames[kind]), ...(strength && minScore > 0 ? [strength[1]] : [])],
          'choices',
        )}
      >
        <ManyOf
          options={LinkKind.options.map((kind) => [kind, linkKindNames[kind]] as const)}
          chosen={linkKinds}
          onChange={(next) => choose({ linkKinds: next.length === 0 ? undefined : next })}
        />
        <label className="graph-strength">
          <span>How close in meaning</span>
          <select
            className="input"
            value={strength?.[0] ?? '0'}
            onChange={(event) => choose({ minScore: event.target.value === '0' ? undefined : Number(event.target.value) })}
          >
            {strengths.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </FilterPanel>
      <button
        type="button"
        className={includeIsolated === false ? 'chip on' : 'chip'}
        aria-pressed={includeIsolated === false}
        onClick={() => choose({ includeIsolated: includeIsolated === false ? undefined : false })}
      >
        Linked only
      </button>
      {Object.keys(choice).length > 0 && (
        <button type="button" className="link" onClick={clearChoice}>
          Clear filters
        </button>
      )}
    </fieldset>
  )
}
