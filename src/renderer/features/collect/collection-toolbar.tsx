import type { CommandOutput } from '../../../shared/contract'
import { formatNumber } from '../../ui/format-time'
import { type CollectedSort, chooseCollected, useCollectedItems } from './collected-items-store'
import { chooseLook, useCollectionLook } from './collection-look'

const sorts: Record<CollectedSort, string> = { name: 'By name', category: 'By category', newest: 'Newest first' }

function Narrow({
  label,
  all,
  value,
  options,
  onChange,
}: {
  label: string
  all: string
  value: string | undefined
  options: readonly { name: string; items: number }[]
  onChange: (value: string | undefined) => void
}) {
  return (
    <select
      className="input"
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      <option value="">{all}</option>
      {/* What was chosen stays in sight when its last item has gone. */}
      {value !== undefined && !options.some(({ name }) => name === value) && <option value={value}>{value} (0)</option>}
      {options.map(({ name, items }) => (
        <option key={name} value={name}>
          {name} ({formatNumber(items)})
        </option>
      ))}
    </select>
  )
}

/** Category, tag and order of the items, and table or cards. */
export function CollectionToolbar({ categories, tags }: Pick<CommandOutput<'get-collection'>, 'categories' | 'tags'>) {
  const { category, tag, sort } = useCollectedItems()
  const look = useCollectionLook((state) => state.look)
  return (
    <div className="collection-bar">
      <Narrow
        label="Category"
        all="All categories"
        value={category}
        options={categories}
        onChange={(value) => chooseCollected({ category: value })}
      />
      {tags.length > 0 && (
        <Narrow label="Tag" all="All tags" value={tag} options={tags} onChange={(value) => chooseCollected({ tag: value })} />
      )}
      <select
        className="input"
        aria-label="Order"
        value={sort}
        onChange={(event) => chooseCollected({ sort: event.target.value as CollectedSort })}
      >
        {Object.entries(sorts).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
      <fieldset className="seg" aria-label="Show as">
        <button type="button" aria-pressed={look === 'table'} onClick={() => chooseLook('table')}>
          Table
        </button>
        <button type="button" aria-pressed={look === 'cards'} onClick={() => chooseLook('cards')}>
          Cards
        </button>
      </fieldset>
    </div>
  )
}
