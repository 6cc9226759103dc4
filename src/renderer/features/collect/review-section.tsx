import './review.css'
import { type ReactNode, useState } from 'react'
import type { CollectRun } from '../../../shared/contract/collect'
import { useNavigation } from '../../base/navigation-store'
import { useSettings } from '../../base/settings-store'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { formatNumber } from '../../ui/format-time'
import { Late } from '../../ui/late'
import type { ReviewVerbs } from './proposal-row'
import { decideAll, undecidedOf, undoDecision, useProposals } from './proposals-store'
import { ReviewGrid } from './review-grid'
import { items } from './run-words'
import { useUndoKey } from './use-undo-key'

function DecidedSwitch({ count, isUnfolded, onChange }: { count: number; isUnfolded: boolean; onChange: (isUnfolded: boolean) => void }) {
  if (count === 0) return null
  return (
    <button type="button" className="link" aria-expanded={isUnfolded} onClick={() => onChange(!isUnfolded)}>
      {isUnfolded ? 'Hide' : 'Show'} {formatNumber(count)} decided
    </button>
  )
}

function Bar({
  verbs,
  left,
  busy,
  children,
}: {
  verbs: ReviewVerbs
  left: number
  busy: 'accept' | 'discard' | 'reopen' | undefined
  children: ReactNode
}) {
  const lettersOn = useSettings((state) => state.settings?.singleKeyShortcuts !== false)
  return (
    <div className="review-bar">
      <p className="num" role="status">
        {formatNumber(left)} undecided
      </p>
      {children}
      <p className="review-keys" aria-hidden="true">
        <kbd>{lettersOn ? 'A' : 'Enter'}</kbd> {verbs.accept.toLowerCase()} {lettersOn && <kbd>D</kbd>}
        {!lettersOn && <kbd>Delete</kbd>} {verbs.discard.toLowerCase()} <kbd>{lettersOn ? 'Z' : 'Ctrl Z'}</kbd> undo
      </p>
      <span className="end">
        <Button
          disabled={busy !== undefined}
          busy={busy === 'discard' ? 'Discarding…' : undefined}
          onClick={() => void decideAll('discard')}
        >
          {verbs.discard} all
        </Button>
        <Button
          variant="primary"
          disabled={busy !== undefined}
          busy={busy === 'accept' ? 'Accepting…' : undefined}
          onClick={() => void decideAll('accept')}
        >
          {verbs.accept} all
        </Button>
      </span>
    </div>
  )
}

/** What a run proposes, to be accepted or discarded. Nothing of it is in the collection before. */
export function ReviewSection({ run }: { run: CollectRun }) {
  const { proposals, problem, busy, notes, runId, decided: batches } = useProposals()
  const lettersOn = useSettings((state) => state.settings?.singleKeyShortcuts !== false)
  useUndoKey(lettersOn)
  const openCollection = useNavigation((state) => state.openCollection)
  const [isUnfolded, setUnfolded] = useState(false)
  const isWhole = run.status === 'completed'
  const verbs: ReviewVerbs = { accept: isWhole ? 'Accept' : 'Keep', discard: 'Discard' }
  if (runId !== run.id || proposals === undefined)
    return problem === undefined ? (
      <Late>Opening what was found…</Late>
    ) : (
      <EmptyState title="What was found could not be read">{problem}</EmptyState>
    )
  if (proposals.length === 0)
    return isWhole ? (
      <EmptyState title="Nothing new was found">
        {run.mode === 'CREATE'
          ? 'No page gave an item that fits. The log says what was searched and read. Try other words, or more pages.'
          : 'The collection is as the web has it now, as far as this run saw.'}
      </EmptyState>
    ) : (
      <EmptyState title="Nothing was found until then">The collection is as it was before.</EmptyState>
    )
  const left = undecidedOf(proposals).length
  const decided = <DecidedSwitch count={proposals.length - left} isUnfolded={isUnfolded} onChange={setUnfolded} />
  return (
    <div className="review">
      {!isWhole && left > 0 && (
        <div className="review-ask">
          <h2>Keep what was found?</h2>
          <p>
            {left === 1 ? 'This item was' : `These ${items(left)} were`} found before the run ended. {left === 1 ? 'It is' : 'They are'} in
            the collection only once you keep {left === 1 ? 'it' : 'them'}.
          </p>
        </div>
      )}
      {left > 0 ? (
        <Bar verbs={verbs} left={left} busy={busy}>
          {decided}
        </Bar>
      ) : (
        <div className="review-bar">
          <p role="status">All is decided.</p>
          {decided}
          <span className="end">
            {batches.length > 0 && (
              <Button variant="quiet" keys={lettersOn ? 'Z' : 'Ctrl Z'} onClick={() => undoDecision()}>
                Undo
              </Button>
            )}
            <Button variant="primary" data-takes-focus="" onClick={() => openCollection(run.collectionId)}>
              Open the collection
            </Button>
          </span>
        </div>
      )}
      {notes.length > 0 && (
        <ul className="review-notes" role="status">
          {notes.slice(0, 5).map((note) => (
            <li key={note} dir="auto">
              {note}
            </li>
          ))}
          {notes.length > 5 && <li>And {formatNumber(notes.length - 5)} more of the kind.</li>}
        </ul>
      )}
      <ReviewGrid proposals={proposals} runId={run.id} verbs={verbs} isBusy={busy !== undefined} isUnfolded={isUnfolded} />
    </div>
  )
}
