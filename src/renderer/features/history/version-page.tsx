import { Columns2, RotateCcw, Rows2, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigation } from '../../base/navigation-store'
import { usePageKeys } from '../../base/page-keys'
import { PagePane } from '../../base/page-pane'
import { Button, IconButton } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { useNow } from '../../ui/use-now'
import { DiffView } from './diff-view'
import { closeHistory, deleteVersion, restoreVersion } from './history-acts'
import { useHistory } from './history-store'
import { asSentence, changeSentence, versionMoment } from './version-words'

/** Two texts beside each other need room; with less there is one text, whatever was chosen. */
const roomForTwo = '(min-width: 60rem)'

function useRoomForTwo(): boolean {
  const [room, setRoom] = useState(() => matchMedia(roomForTwo).matches)
  useEffect(() => {
    const query = matchMedia(roomForTwo)
    const look = () => setRoom(query.matches)
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [])
  return room
}

function Sentences() {
  const { comparison, against } = useHistory()
  if (!comparison) return null
  const { body, title } = comparison
  const unchanged = body.rows.length === 0 && title === undefined
  return (
    <p className="meta" role="status">
      <span>
        {unchanged
          ? against === 'now'
            ? 'The thought reads like this now.'
            : 'The next version reads the same.'
          : body.rows.length === 0
            ? 'Only the title changed.'
            : changeSentence(body, against)}
      </span>
      {body.coarse && <span>The texts are long and very different, so parts are shown whole instead of word by word.</span>}
    </p>
  )
}

function Comparison({ columns }: { columns: boolean }) {
  const { comparison, comparisonProblem } = useHistory()
  if (comparisonProblem !== undefined)
    return <EmptyState title="This version could not be compared">{comparisonProblem} It can still be restored.</EmptyState>
  if (!comparison) return <Late>Comparing…</Late>
  const { body, title, later } = comparison
  return (
    <>
      {title && (
        <div className="diff-title">
          <DiffView
            diff={{ rows: [{ kind: 'change', pieces: title }], added: 0, removed: 0, coarse: false, leftOut: 0 }}
            later=""
            columns={false}
          />
        </div>
      )}
      {body.rows.length === 0 ? (
        <div className="diff">
          <div className="diff-opened" dir="auto">
            {later.slice(0, 20_000)}
            {later.length > 20_000 && '…'}
          </div>
        </div>
      ) : (
        <DiffView diff={body} later={later} columns={columns} />
      )}
    </>
  )
}

/** The page while a history is open: the chosen version, what changed since, and the way back to it. */
export function VersionPage() {
  const { itemId, at, versions, against, columns, setAgainst, setColumns, loaded } = useHistory()
  const [asking, setAsking] = useState(false)
  const room = useRoomForTwo()
  const now = useNow()
  const place = versions.findIndex((version) => version.at === at)
  const version = versions[place]
  const moment = version ? versionMoment(version.writtenAt, now) : ''
  const restore = () => itemId !== undefined && version && void restoreVersion(itemId, version.at, moment)
  const back = () => {
    // Where only one pane is in sight, the page leads back to its list first.
    const { pane, showList } = useNavigation.getState()
    if (pane === 'page' && !matchMedia('(min-width: 46rem)').matches) showList()
    else closeHistory()
  }
  usePageKeys({ Escape: back, Delete: version ? () => setAsking(true) : undefined })
  const newest = place === 0
  const actions = version && (
    <>
      {room && (
        <IconButton icon={columns ? Rows2 : Columns2} label={columns ? 'One text' : 'Side by side'} onClick={() => setColumns(!columns)} />
      )}
      <IconButton icon={Trash2} label="Delete this version" keys="Delete" onClick={() => setAsking(true)} />
      <Button variant="primary" icon={RotateCcw} keys="Enter" onClick={restore}>
        Restore
      </Button>
    </>
  )
  return (
    <PagePane key={at} label="Earlier version" crumb="History" actions={actions}>
      <div className="sheet version-sheet">
        {version ? (
          <article className="wide">
            <h1 className="version-h">{asSentence(moment)}</h1>
            <div className="version-bar">
              {!newest && (
                <fieldset className="seg" aria-label="Compared with">
                  <button type="button" aria-pressed={against === 'now'} onClick={() => setAgainst('now')}>
                    Compared with now
                  </button>
                  <button type="button" aria-pressed={against === 'next'} onClick={() => setAgainst('next')}>
                    With the next version
                  </button>
                </fieldset>
              )}
              <Sentences />
            </div>
            <Comparison columns={columns && room} />
          </article>
        ) : (
          loaded && (
            <>
              <h1 className="sr">History</h1>
              <EmptyState title="Nothing to compare yet">
                Earlier texts are kept for you as you change the thought. Press Esc to go back to it.
              </EmptyState>
            </>
          )
        )}
      </div>
      {asking && version && itemId !== undefined && (
        <ConfirmDialog
          title="Delete this earlier version for good?"
          text={`The text of ${moment} goes. Words of it that stand in other versions or in the thought itself stay there. This cannot be undone.`}
          action="Delete for good"
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void deleteVersion(itemId, version.at)
          }}
        />
      )}
    </PagePane>
  )
}
