import { useEffect, useState } from 'react'
import type { HiveEntry } from '../../../shared/contract/hive'
import { client } from '../../base/client'
import { titleClass } from '../../base/item-title'
import { onEvent } from '../../base/live-events'
import { useNavigation } from '../../base/navigation-store'
import { usePageKeys } from '../../base/page-keys'
import { PagePane } from '../../base/page-pane'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { errorWords } from '../../ui/error-words'
import { formatMoment } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { PersonText } from '../../ui/person-text'
import { useNow } from '../../ui/use-now'
import { acceptEntry, discardEntry, restoreEntry } from './hive-acts'
import { useHive } from './hive-store'
import { PlainWords } from './plain-words'
import { SharedThesisView } from './shared-thesis-view'

/** The body below a title that was taken from its first line. */
function bodyWithoutTitle({ body, title }: HiveEntry): string {
  const [first = '', ...rest] = body.split('\n')
  return first.trim() === title ? rest.join('\n').replace(/^\n+/, '') : body
}

function Waiting({ entry, staysHere, setStaysHere }: { entry: HiveEntry; staysHere: boolean; setStaysHere: (on: boolean) => void }) {
  const { updates } = entry
  const showPeer = () => useHive.setState({ tab: 'peers', peerId: entry.peerId })
  return (
    <>
      <div className={entry.peerVerified ? 'hive-note' : 'hive-note warn'}>
        {entry.peerVerified ? (
          <p>
            These are somebody else’s words, and no thought of yours yet: nothing searches them, works on them or sends them anywhere. Links
            in them do nothing here.
          </p>
        ) : (
          <p>
            You have not compared the code with <bdi>{entry.peerName}</bdi>, so it is not sure who wrote this.{' '}
            <button type="button" className="link" onClick={showPeer}>
              Compare the code
            </button>
          </p>
        )}
        {updates && (
          <p>
            It is version {entry.revision} of{' '}
            <button type="button" className="link" onClick={() => useNavigation.getState().openItem(updates.itemId)}>
              <bdi>{updates.title}</bdi>
            </button>
            , which you took in as version {updates.revision}
            {updates.inTrash
              ? ' and put into the trash since. Restore it first, or take this in as a new thought.'
              : updates.edited
                ? ' and changed since. Updating replaces your words too; they stay in its history.'
                : '. Updating keeps what it says now in its history.'}
          </p>
        )}
        {entry.hiddenRemoved > 0 && (
          <p>
            {entry.hiddenRemoved === 1
              ? 'One character was taken out of it that cannot be seen or turns the order of letters.'
              : `${entry.hiddenRemoved} characters were taken out of it that cannot be seen or turn the order of letters.`}
          </p>
        )}
      </div>
      <label className="check hive-stays">
        <input type="checkbox" checked={staysHere} onChange={(event) => setStaysHere(event.target.checked)} />
        <span>Take it in as a thought that stays here: no model server and no program gets its text</span>
      </label>
    </>
  )
}

function EntrySheet({ entry, staysHere, setStaysHere }: { entry: HiveEntry; staysHere: boolean; setStaysHere: (on: boolean) => void }) {
  const now = useNow()
  const forgotten = entry.state !== 'waiting' && entry.body === '' && entry.title === ''
  const text = bodyWithoutTitle(entry)
  return (
    <article className="sheet hive-entry">
      <div>
        <PersonText as="h1" className={titleClass(entry.title)} text={forgotten ? 'Its text is not here any more' : entry.title} />
        <div className="meta">
          <span>
            From <bdi className="hive-from">{entry.peerName}</bdi>
            {entry.peerVerified ? ', code compared' : ', code not compared'}
          </span>
          <span>Sent {formatMoment(entry.sentAt, now)}</span>
          <span>Came {entry.way === 'file' ? 'as a file' : 'by the folder'}</span>
          {entry.tags.length > 0 && (
            <span title="Their tags are not taken over">
              Their tags: <bdi>{entry.tags.map((tag) => `#${tag}`).join(' ')}</bdi>
            </span>
          )}
        </div>
        {entry.state === 'waiting' && <Waiting entry={entry} staysHere={staysHere} setStaysHere={setStaysHere} />}
        {text.trim() !== '' && <PlainWords key={entry.id} text={text} />}
        {entry.thesis && <SharedThesisView thesis={entry.thesis} heading="Thesis that came along" />}
      </div>
    </article>
  )
}

function Actions({ entry, staysHere }: { entry: HiveEntry; staysHere: boolean }) {
  const discard = () => void discardEntry(entry.id)
  const canUpdate = entry.updates !== null && !entry.updates.inTrash
  usePageKeys(entry.state === 'waiting' ? { Delete: discard } : {})
  if (entry.state === 'accepted') {
    const { itemId } = entry
    return itemId === null ? null : <Button onClick={() => useNavigation.getState().openItem(itemId)}>Open the thought</Button>
  }
  if (entry.state === 'discarded')
    return entry.body === '' && entry.title === '' ? null : <Button onClick={() => void restoreEntry(entry.id)}>Put it back</Button>
  if (entry.state !== 'waiting') return null
  return (
    <>
      <Button variant="quiet" keys="Delete" onClick={discard}>
        Discard
      </Button>
      <Button variant={canUpdate ? 'default' : 'primary'} onClick={() => void acceptEntry(entry.id, 'new', staysHere)}>
        {canUpdate ? 'Take in as new' : 'Take in'}
      </Button>
      {canUpdate && (
        <Button variant="primary" onClick={() => void acceptEntry(entry.id, 'update', staysHere)}>
          Update
        </Button>
      )}
    </>
  )
}

/** A thought of a peer before it is one's own: plain text, who and when, and the decision. */
export function EntryPage({ id }: { id: string }) {
  const [entry, setEntry] = useState<HiveEntry>()
  const [problem, setProblem] = useState<string>()
  const [staysHere, setStaysHere] = useState(false)
  useEffect(() => {
    let gone = false
    const load = () =>
      client.call('get-hive-entry', { id }).then(
        (found) => !gone && setEntry(found),
        (error: unknown) => !gone && setProblem(errorWords(error)),
      )
    void load()
    const stop = onEvent('hive-changed', () => void load())
    return () => {
      gone = true
      stop()
    }
  }, [id])
  return (
    <PagePane
      label="Thought from a peer"
      crumb="Hive, import inbox"
      actions={entry?.id === id && <Actions entry={entry} staysHere={staysHere} />}
    >
      {entry?.id === id ? (
        <EntrySheet entry={entry} staysHere={staysHere} setStaysHere={setStaysHere} />
      ) : problem === undefined ? (
        <Late>Opening it…</Late>
      ) : (
        <div className="sheet">
          <EmptyState title="This could not be opened">{problem}</EmptyState>
        </div>
      )}
    </PagePane>
  )
}
