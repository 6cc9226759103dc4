import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef } from 'react'
import { useNavigation } from '../../base/navigation-store'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { stepOf } from '../../ui/row-steps'
import { useNow } from '../../ui/use-now'
import { openEntry } from './review-acts'
import { ReviewRow } from './review-row'
import {
  allEntries,
  countWords,
  progressWords,
  type ReadSections,
  type ReviewCounts,
  reviewRows,
  reviewSections,
  sectionNames,
  sumOf,
} from './review-rows'
import { loadMoreReview, useReview } from './review-store'

const heights = { group: 36, entry: 76, more: 36 }

/** The four kinds with their counts; each leads to its entries. */
function Jumps({ sections, counts, onJump }: { sections: ReadSections; counts: ReviewCounts; onJump: (key: string) => void }) {
  const active = useReview((state) => state.active)
  return (
    <ul className="review-jumps" aria-label="What there is to review">
      {reviewSections.map((section) => {
        const { entries } = sections[section]
        const first = entries[0]
        const here = entries.some(({ key }) => key === active)
        const words = (
          <>
            <span>{sectionNames[section]}</span>
            <b className="num">{countWords(counts[section])}</b>
          </>
        )
        return (
          <li key={section}>
            {first ? (
              <button type="button" aria-current={here || undefined} onClick={() => onJump(first.key)}>
                {words}
              </button>
            ) : (
              <span className="none">{words}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Rows({ sections, counts }: { sections: ReadSections; counts: ReviewCounts }) {
  const active = useReview((state) => state.active)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const now = useNow()
  const rows = useMemo(() => reviewRows(sections), [sections])
  const entries = useMemo(() => allEntries(sections), [sections])
  const rowOf = useMemo(
    () => new Map(rows.flatMap((row, place) => (row.kind === 'entry' ? [[row.entry.key, place] as const] : []))),
    [rows],
  )
  const at = entries.findIndex(({ key }) => key === active)
  const total = sumOf(counts)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (place) => heights[rows[place]?.kind ?? 'entry'],
    getItemKey: (place) => {
      const row = rows[place]
      return row?.kind === 'entry' ? row.entry.key : `${row?.kind} ${row?.section}`
    },
    overscan: 8,
  })
  const inSight = virtual.getVirtualItems()
  const wanted = inSight.flatMap(({ index }) => {
    const row = rows[index]
    return row?.kind === 'more' ? [row.section] : []
  })
  const wantedKey = wanted.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of what is wanted; a list that grew may want its next page
  useEffect(() => {
    for (const section of wanted) void loadMoreReview(section)
  }, [wantedKey, rows.length])

  const show = (key: string) => {
    const place = rowOf.get(key)
    if (place === undefined) return
    const isFirst = rows[place - 1]?.kind === 'group'
    virtual.scrollToIndex(isFirst ? place - 1 : place, { align: 'auto' })
    virtual.scrollToIndex(place, { align: 'auto' })
  }
  const goTo = (key: string | undefined) => {
    if (key === undefined) return
    useReview.setState({ active: key })
    show(key)
  }
  // After an answer the next entry is shown, wherever it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another entry moves the view, not a list that was read anew
  useEffect(() => {
    if (active !== undefined) show(active)
  }, [active])

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 600) / heights.entry))
    const step = stepOf(event.key, at, { count: entries.length, page })
    if (step === undefined) return
    event.preventDefault()
    goTo(entries[Math.max(0, Math.min(entries.length - 1, step))]?.key)
  }
  // The list keeps the focus, so that keys go on with the next entry.
  const keepFocus = (event: MouseEvent) => {
    if (event.target === box.current) return
    event.preventDefault()
    box.current?.focus({ preventScroll: true })
  }
  const jump = (key: string) => {
    goTo(key)
    box.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <Jumps sections={sections} counts={counts} onJump={jump} />
      <div
        className="rows review-rows"
        ref={box}
        role="listbox"
        aria-label="Review"
        tabIndex={0}
        aria-activedescendant={active !== undefined && inSight.some(({ index }) => index === rowOf.get(active)) ? `${id}-${at}` : undefined}
        onKeyDown={press}
        onMouseDown={keepFocus}
      >
        <div className="rows-in" role="presentation" style={{ height: virtual.getTotalSize() }}>
          {inSight.map((seen) => {
            const row = rows[seen.index]
            if (!row) return null
            return (
              <div
                key={seen.key}
                role="presentation"
                ref={virtual.measureElement}
                data-index={seen.index}
                style={{ transform: `translateY(${seen.start}px)` }}
              >
                {row.kind === 'group' ? (
                  <div className="group" role="presentation">
                    {sectionNames[row.section]}
                  </div>
                ) : row.kind === 'more' ? (
                  <div className="group" role="presentation">
                    Reading on…
                  </div>
                ) : (
                  <ReviewRow
                    entry={row.entry}
                    id={`${id}-${row.index}`}
                    selected={row.entry.key === active}
                    ruled={row.ruled && row.entry.key !== active && entries[row.index - 1]?.key !== active}
                    position={row.index + 1}
                    total={total.more ? -1 : total.count}
                    now={now}
                    onGo={() => {
                      goTo(row.entry.key)
                      useNavigation.setState({ pane: 'page' })
                    }}
                    onOpen={() => openEntry(row.entry)}
                  />
                )}
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}

/** The list of what there is to review, with how far the day is. */
export function ReviewListPane() {
  const { sections, counts, problem, answered } = useReview()
  const total = counts ? sumOf(counts) : undefined
  const progress = total && progressWords(answered, total)
  const isDone = total !== undefined && total.count === 0
  return (
    <section className="list" aria-label="Review">
      <div className="head">
        <h2>Review</h2>
        {progress !== undefined ? (
          <span className="n num" role="status">
            {progress}
            <span className="sr"> answered</span>
          </span>
        ) : (
          total !== undefined && total.count > 0 && <span className="n num">{countWords(total)}</span>
        )}
      </div>
      {sections && counts && !isDone ? (
        <Rows sections={sections} counts={counts} />
      ) : problem !== undefined ? (
        <EmptyState title="The review could not be read">{problem}</EmptyState>
      ) : sections ? (
        <EmptyState title="Nothing is left">What is worth another look stands here.</EmptyState>
      ) : (
        <Late>Opening the review…</Late>
      )}
    </section>
  )
}
