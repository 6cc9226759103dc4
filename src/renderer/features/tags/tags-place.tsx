import { useEffect, useMemo, useState } from 'react'
import { matchTags } from '../../base/match-tags'
import { useNavigation } from '../../base/navigation-store'
import { PagePane } from '../../base/page-pane'
import { EmptyState } from '../../ui/empty-state'
import { formatNumber } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { NearSection } from './near-section'
import { TagGrid } from './tag-grid'
import { loadNearTags, loadTags, useTags } from './tags-store'
import './tags.css'

function TagListPane() {
  const { tags, near, problem, progress } = useTags()
  const [typed, setTyped] = useState('')
  const found = useMemo(() => matchTags(tags ?? [], typed), [tags, typed])
  const offers = near?.length ?? 0
  return (
    <section className="list" aria-label="Tags">
      <div className="head">
        <h2>Tags</h2>
        {tags !== undefined && tags.length > 0 && <span className="n num">{formatNumber(tags.length)}</span>}
        <span className="end">
          {progress ? (
            <span className="n num" role="status">
              {formatNumber(progress.done)} of {formatNumber(progress.total)}
            </span>
          ) : (
            offers > 0 && (
              // Where there is room for one pane, this is the way to the other.
              <button type="button" className="link only-narrow" onClick={() => useNavigation.setState({ pane: 'page' })}>
                {offers === 1 ? '1 pair to merge' : `${offers} pairs to merge`}
              </button>
            )
          )}
        </span>
      </div>
      {tags === undefined ? (
        problem === undefined ? (
          <Late>Opening the tags…</Late>
        ) : (
          <EmptyState title="The tags could not be read">{problem}</EmptyState>
        )
      ) : tags.length === 0 ? (
        <EmptyState title="No tags yet">Type # and a word in a thought to make one.</EmptyState>
      ) : (
        <>
          <div className="tag-filter">
            <input
              className="input"
              type="search"
              value={typed}
              placeholder="Find a tag"
              aria-label="Find a tag"
              dir="auto"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && typed !== '') setTyped('')
                else if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('.tag-rows')?.focus()
                else return
                event.preventDefault()
                event.stopPropagation()
              }}
            />
          </div>
          {found.length > 0 ? (
            <TagGrid key={typed} tags={found} label="Tags" />
          ) : (
            <EmptyState title="No tag has these letters">Empty the field to see all {formatNumber(tags.length)}.</EmptyState>
          )}
        </>
      )}
    </section>
  )
}

/** All tags: to find, open, rename, merge and take off. */
export function TagsPlace() {
  useEffect(() => {
    void loadTags()
    void loadNearTags()
  }, [])
  return (
    <>
      <TagListPane />
      <PagePane label="Tags" crumb="Tags">
        <div className="settings">
          <h1>Tags</h1>
          <p className="hint">
            Enter opens the thoughts of a tag, F2 renames it, Delete takes it off them. The thoughts themselves stay as they are.
          </p>
          <NearSection />
        </div>
      </PagePane>
    </>
  )
}
