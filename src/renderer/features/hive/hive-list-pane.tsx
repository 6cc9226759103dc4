import { Ellipsis, FileDown, FolderSync, UserPlus } from 'lucide-react'
import type { HiveEntrySummary, HivePeer, HiveShare } from '../../../shared/contract/hive'
import { useNavigation } from '../../base/navigation-store'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { formatWhen } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { Menu } from '../../ui/menu'
import { PersonText } from '../../ui/person-text'
import { StatusDot } from '../../ui/status-dot'
import { TabList } from '../../ui/tab-list'
import { useNow } from '../../ui/use-now'
import { importFiles, lookIntoFolders } from './hive-acts'
import { type HiveRow, HiveRows } from './hive-rows'
import { type HiveTab, useHive } from './hive-store'

const PANEL = 'hive-rows'

function entryRow(entry: HiveEntrySummary, now: number): HiveRow {
  const gone = entry.state === 'accepted' && entry.itemId === null
  return {
    id: entry.id,
    title: <PersonText text={entry.title || (gone ? 'A thought that was deleted since' : 'A thought whose text was deleted')} />,
    line: entry.preview === '' ? undefined : <bdi>{entry.preview}</bdi>,
    meta: (
      <>
        <bdi className="hive-from">{entry.peerName}</bdi>
        {entry.state === 'waiting' ? (
          !entry.peerVerified && <span className="hive-warn">not verified</span>
        ) : (
          <StatusDot
            kind={entry.state === 'accepted' ? 'done' : 'cancel'}
            word={{ accepted: 'Taken in', discarded: 'Discarded', superseded: 'Newer came' }[entry.state]}
          />
        )}
        {entry.hasThesis && <span>with thesis</span>}
        <time dateTime={new Date(entry.receivedAt).toISOString()}>{formatWhen(entry.receivedAt, now)}</time>
      </>
    ),
  }
}

/** How one stands with a peer, in a few words. */
export function peerState(peer: HivePeer): { word: string; warn: boolean } {
  if (peer.blockedAt !== null) return { word: 'Blocked', warn: false }
  if (peer.verifiedAt === null) return { word: 'Code not compared yet', warn: true }
  return { word: 'Code compared', warn: false }
}

function peerRow(peer: HivePeer): HiveRow {
  const { word, warn } = peerState(peer)
  const trouble = peer.feedProblem !== null || peer.refused.length > 0
  return {
    id: peer.id,
    title: <PersonText text={peer.name} />,
    meta: (
      <>
        <span className={warn ? 'hive-warn' : undefined}>{word}</span>
        {peer.feedFolder !== null && (
          <span className={trouble ? 'hive-warn' : undefined}>{trouble ? 'Look at the folder' : 'By folder'}</span>
        )}
        {peer.waiting > 0 && <span className="num">{peer.waiting} waiting</span>}
      </>
    ),
  }
}

function shareRow(share: HiveShare, now: number): HiveRow {
  return {
    id: share.id,
    title: <PersonText text={share.title} />,
    line: (
      <>
        To <bdi>{share.peerName}</bdi>
        {share.withThesis ? ', with its thesis' : ''}
      </>
    ),
    meta: (
      <>
        <span>{share.way === 'file' ? 'By file' : 'By folder'}</span>
        {share.state === 'made' && <span className="hive-warn">not known to be saved</span>}
        <time dateTime={new Date(share.at).toISOString()}>{formatWhen(share.at, now)}</time>
      </>
    ),
  }
}

function InboxRows() {
  const { hive, entries, decided, entryId, showDecided } = useHive()
  const now = useNow()
  const shown = showDecided ? decided : entries
  const select = (id: string) => useHive.setState({ entryId: id })
  return (
    <>
      {shown.length > 0 ? (
        <HiveRows
          label={showDecided ? 'Decided' : 'Import inbox'}
          rows={shown.map((entry) => entryRow(entry, now))}
          selected={entryId}
          onSelect={select}
          onOpen={(id) => {
            select(id)
            useNavigation.setState({ pane: 'page' })
          }}
        />
      ) : (
        <EmptyState title="Nothing waits here">
          {hive?.peers.length === 0
            ? 'What peers share with you arrives here, and is no thought of yours until you take it in.'
            : 'Take in a .hive file, or let a feed folder bring what your peers share.'}
        </EmptyState>
      )}
      {(decided.length > 0 || showDecided) && (
        <p className="hive-foot">
          <button type="button" className="link" onClick={() => useHive.setState({ showDecided: !showDecided, entryId: undefined })}>
            {showDecided ? 'Show what waits' : `Show what was decided (${decided.length})`}
          </button>
        </p>
      )}
    </>
  )
}

function PeerRows() {
  const { hive, peerId } = useHive()
  const select = (id: string) => useHive.setState({ peerId: id })
  const peers = hive?.peers ?? []
  const me: HiveRow[] = hive?.identity
    ? [{ id: 'me', title: <PersonText text={hive.identity.name} />, meta: <span>You: your card for peers</span> }]
    : []
  return (
    <>
      <HiveRows
        label="Peers"
        rows={[...me, ...peers.map(peerRow)]}
        selected={peerId ?? 'me'}
        onSelect={select}
        onOpen={(id) => {
          select(id)
          useNavigation.setState({ pane: 'page' })
        }}
      />
      {peers.length === 0 && (
        <EmptyState title="No peers yet" actions={<Button onClick={() => useHive.setState({ adding: true })}>Add a peer</Button>}>
          Exchange cards with somebody: give them yours, and add theirs.
        </EmptyState>
      )}
    </>
  )
}

function ShareRows() {
  const { shares, shareId } = useHive()
  const now = useNow()
  const select = (id: string) => useHive.setState({ shareId: id })
  if (shares.length === 0)
    return (
      <EmptyState title="Nothing was shared yet">
        Open a thought and choose “Share with a peer”. What went to whom, and when, stays written down here.
      </EmptyState>
    )
  return (
    <HiveRows
      label="Shared"
      rows={shares.map((share) => shareRow(share, now))}
      selected={shareId}
      onSelect={select}
      onOpen={(id) => {
        select(id)
        useNavigation.setState({ pane: 'page' })
      }}
    />
  )
}

/** The list of the Hive place: what came in, the peers, and what went out. */
export function HiveListPane() {
  const { hive, problem, tab, entries } = useHive()
  const ready = hive?.identity != null
  return (
    <section className="list" aria-label="Hive">
      <div className="head">
        <h2>Hive</h2>
        {ready && (
          <span className="end">
            <Menu
              label="Hive actions"
              icon={Ellipsis}
              items={[
                { label: 'Add a peer…', icon: UserPlus, onChoose: () => useHive.setState({ adding: true, tab: 'peers' }) },
                { label: 'Take in a .hive file…', icon: FileDown, onChoose: () => void importFiles() },
                { label: 'Look into the feed folders', icon: FolderSync, onChoose: () => void lookIntoFolders() },
              ]}
            />
          </span>
        )}
      </div>
      {hive === undefined ? (
        problem === undefined ? (
          <Late>Opening Hive…</Late>
        ) : (
          <EmptyState title="Hive could not be read">{problem}</EmptyState>
        )
      ) : ready ? (
        <>
          <TabList<HiveTab>
            label="Hive"
            className="tabs hive-tabs"
            panel={PANEL}
            selected={tab}
            onSelect={(next) => useHive.setState({ tab: next })}
            tabs={[
              { id: 'inbox', label: 'Inbox', ...(entries.length > 0 ? { count: entries.length } : {}) },
              { id: 'peers', label: 'Peers', ...(hive.peers.length > 0 ? { count: hive.peers.length } : {}) },
              { id: 'shared', label: 'Shared' },
            ]}
          />
          <div className="hive-panel" id={PANEL} role="tabpanel" aria-label={{ inbox: 'Inbox', peers: 'Peers', shared: 'Shared' }[tab]}>
            {tab === 'inbox' ? <InboxRows /> : tab === 'peers' ? <PeerRows /> : <ShareRows />}
          </div>
        </>
      ) : (
        <EmptyState title="Not set up yet">Choose the name that your peers see, on the page beside this list.</EmptyState>
      )}
    </section>
  )
}
