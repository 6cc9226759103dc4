// biome-ignore-all lint/a11y/useSemanticElements: a table cannot have rows that are in the page only while they are in sight
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef } from 'react'
import type { Proposal } from '../../../shared/contract/collect'
import { useSettings } from '../../base/settings-store'
import { formatNumber } from '../../ui/format-time'
import { isCommandKey } from '../../ui/keys'
import { stepOf } from '../../ui/row-steps'
import { ProposalRow, type ReviewVerbs } from './proposal-row'
import { decide, undoDecision, useProposals } from './proposals-store'
import { decidedWords, groupNames, reviewRows } from './review-rows'
import { useActiveRow } from './use-active-row'
import { usePageRows } from './use-page-rows'

const heights = { group: 36, decided: 40, proposal: 84 }

/** The proposals as a grid. Arrows move, Enter or A accepts, D or Delete discards, Z or Ctrl Z takes back. */
export function ReviewGrid({
  proposals,
  runId,
  verbs,
  isBusy,
  isUnfolded,
}: {
  proposals: readonly Proposal[]
  runId: string
  verbs: ReviewVerbs
  isBusy: boolean
  /** The decided ones are shown too. */
  isUnfolded: boolean
}) {
  const lettersOn = useSettings((state) => state.settings?.singleKeyShortcuts !== false)
  const wanted = useProposals((state) => state.focus)
  const { rows, order } = useMemo(() => reviewRows(proposals, isUnfolded), [proposals, isUnfolded])
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const { active, goTo } = useActiveRow(order.length, (place) => order[place], wanted)
  const {
    box,
    virtual,
    rows: shown,
    top,
    pageStep,
  } = usePageRows({
    count: rows.length,
    estimate: (index) => heights[rows[index]?.type ?? 'proposal'],
    keyOf: (index) => rows[index]?.key ?? String(index),
  })
  const rowOf = (place: number) => rows.findIndex((row) => row.type === 'proposal' && row.place === place)
  const show = (place: number) => virtual.scrollToIndex(place === 0 ? 0 : rowOf(place), { align: 'auto' })
  // A row that came back is shown; the keys are on it already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new wish moves the view
  useEffect(() => {
    if (wanted === undefined || order[active] !== wanted) return
    show(active)
    useProposals.setState({ focus: undefined })
  }, [wanted, active])

  const decidedAt = isUnfolded ? rows.findIndex(({ type }) => type === 'decided') : -1
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was just unfolded is shown, and not again while it grows
  useEffect(() => {
    if (decidedAt > 0) virtual.scrollToIndex(decidedAt, { align: 'start' })
  }, [isUnfolded])

  const settle = (slug: string, decision: 'accept' | 'discard') => {
    if (isBusy) return
    void decide(decision, [slug])
    grid.current?.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const letter = event.key.length === 1 ? event.key.toLowerCase() : ''
    if (isCommandKey(event) && letter === 'z') {
      if (!undoDecision()) return
    } else {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy) return
      const slug = order[active]
      const proposal = proposals.find((each) => each.slug === slug)
      const isOpen = proposal?.decision === null
      const step = stepOf(event.key, active, { count: order.length, columns: 1, page: pageStep(heights.proposal) })
      if (step !== undefined) show(goTo(step))
      else if (slug !== undefined && isOpen && (event.key === 'Enter' || (lettersOn && letter === 'a'))) settle(slug, 'accept')
      else if (slug !== undefined && isOpen && (event.key === 'Delete' || (lettersOn && letter === 'd'))) settle(slug, 'discard')
      else if (lettersOn && letter === 'z') undoDecision()
      else return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const keepFocus = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('button')) return
    // A text that is being selected to be copied keeps its selection.
    if (event.detail > 1) return
    event.currentTarget.focus({ preventScroll: true })
  }
  const isInPage = shown.some(({ index }) => index === rowOf(active))
  return (
    <div
      ref={grid}
      className="proposals"
      role="grid"
      aria-label="Proposals"
      aria-rowcount={rows.length}
      tabIndex={0}
      aria-activedescendant={isInPage && order.length > 0 ? `${id}-${active}` : undefined}
      onKeyDown={onKeyDown}
      onMouseDown={keepFocus}
    >
      <div className="page-rows" role="presentation" ref={box} style={{ height: virtual.getTotalSize() }}>
        {shown.map((row) => {
          const entry = rows[row.index]
          if (!entry) return null
          return (
            <div
              key={row.key}
              role="presentation"
              ref={virtual.measureElement}
              data-index={row.index}
              style={{ transform: `translateY(${top(row)}px)` }}
            >
              {entry.type === 'group' ? (
                <div className="prop-group" role="row" tabIndex={-1} aria-rowindex={row.index + 1}>
                  <span role="gridcell" tabIndex={-1}>
                    {groupNames[entry.kind]} <span className="num">{formatNumber(entry.count)}</span>
                  </span>
                </div>
              ) : entry.type === 'decided' ? (
                <div className="prop-group" role="row" tabIndex={-1} aria-rowindex={row.index + 1}>
                  <span role="gridcell" tabIndex={-1}>
                    Decided <span className="num">{decidedWords(entry.accepted, entry.discarded)}</span>
                  </span>
                </div>
              ) : (
                <div
                  role="row"
                  tabIndex={-1}
                  id={`${id}-${entry.place}`}
                  aria-rowindex={row.index + 1}
                  className={entry.proposal.decision === null ? 'prop' : 'prop decided'}
                  data-active={entry.place === active || undefined}
                  onMouseDown={() => goTo(entry.place)}
                >
                  <ProposalRow
                    proposal={entry.proposal}
                    runId={runId}
                    verbs={verbs}
                    lettersOn={lettersOn}
                    onDecide={(decision) => settle(entry.proposal.slug, decision)}
                    onReopen={() => undoDecision(entry.proposal.slug)}
                  />
                </div>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
