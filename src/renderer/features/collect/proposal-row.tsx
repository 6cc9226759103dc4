// biome-ignore-all lint/a11y/useSemanticElements: a table cannot have rows that are in the page only while they are in sight
import { Check, Star, Undo2, X } from 'lucide-react'
import { useMemo } from 'react'
import type { Proposal } from '../../../shared/contract/collect'
import { IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { changedFields } from './changed-fields'
import { openSource } from './open-source'
import { PixelPicture, proposalPicture } from './pixel-picture'
import { hostOf } from './run-words'

function Change({ proposal }: { proposal: Proposal }) {
  const { before, item } = proposal
  const fields = useMemo(() => (before ? changedFields(before, item, () => performance.now()) : []), [before, item])
  if (fields.length === 0) return null
  return (
    <dl className="prop-change">
      {fields.map(({ label, pieces }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">
            {pieces.map((piece, place) => {
              if (piece.kind === 'skip') return null
              if (piece.kind === 'same') return piece.text
              const Tag = piece.kind
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text in their order
                <Tag key={place}>
                  <span className="sr">{piece.kind === 'del' ? ' removed: ' : ' added: '}</span>
                  {piece.text}
                  <span className="sr"> end </span>
                </Tag>
              )
            })}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export interface ReviewVerbs {
  accept: string
  discard: string
}

/** The cells of one proposal: what it is, where it is from, what changes, and the decision. */
export function ProposalRow({
  proposal,
  runId,
  verbs,
  lettersOn,
  onDecide,
  onReopen,
}: {
  proposal: Proposal
  runId: string
  verbs: ReviewVerbs
  lettersOn: boolean
  onDecide: (decision: 'accept' | 'discard') => void
  onReopen: () => void
}) {
  const { item, kind, decision, note, hasPicture, slug } = proposal
  const isDecided = decision !== null
  const acceptWord = kind === 'removal' ? 'Remove' : verbs.accept
  const discardWord = kind === 'removal' ? 'Leave in the collection' : verbs.discard
  const letter = (key: string) => (lettersOn ? { keys: key } : {})
  return (
    <>
      <span role="gridcell" tabIndex={-1} className="prop-words">
        <span className="prop-t">
          <b dir="auto">{item.name}</b>
          {item.featured && (
            <span className="featured" title="Featured">
              <Icon of={Star} small fill />
              <span className="sr">Featured</span>
            </span>
          )}
        </span>
        <span className="prop-m">
          <span dir="auto">{item.category}</span>
          {item.sourceUrl !== '' && (
            <button type="button" className="link" tabIndex={-1} title={item.sourceUrl} onClick={() => void openSource(item.sourceUrl)}>
              {hostOf(item.sourceUrl)}
            </button>
          )}
          {item.tags.length > 0 && (
            <span className="prop-tags" dir="auto">
              {item.tags.map((tag) => `#${tag}`).join(' ')}
            </span>
          )}
        </span>
        {!isDecided && kind !== 'changed' && item.description !== '' && (
          <span className="prop-s" dir="auto">
            {item.description}
          </span>
        )}
        {!isDecided && kind === 'changed' && <Change proposal={proposal} />}
        {kind === 'removal' && !isDecided && note === '' && (
          <span className="prop-note why">
            The model judged that it is gone or no longer fits. Removed, it goes to the trash for 30 days.
          </span>
        )}
        {note !== '' && (
          <span className={kind === 'removal' && !isDecided ? 'prop-note why' : 'prop-note'} dir="auto">
            {note}
          </span>
        )}
      </span>
      {hasPicture && <PixelPicture id={`${runId} ${slug}`} size="small" load={() => proposalPicture(runId, slug)} />}
      <span role="gridcell" tabIndex={-1} className="prop-acts">
        {isDecided ? (
          <>
            <span className="prop-done">
              {decision === 'accepted' ? (kind === 'removal' ? 'Removed' : 'Accepted') : kind === 'removal' ? 'Left in' : 'Discarded'}
            </span>
            <IconButton icon={Undo2} label={`Take back: ${item.name}`} tabIndex={-1} onClick={onReopen} />
          </>
        ) : (
          <>
            <IconButton
              icon={Check}
              label={`${acceptWord}: ${item.name}`}
              {...letter('A')}
              tabIndex={-1}
              onClick={() => onDecide('accept')}
            />
            <IconButton
              icon={X}
              label={`${discardWord}: ${item.name}`}
              {...letter('D')}
              tabIndex={-1}
              onClick={() => onDecide('discard')}
            />
          </>
        )}
      </span>
    </>
  )
}
