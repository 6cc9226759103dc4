import './hive.css'
import { useEffect } from 'react'
import { useNavigation } from '../../base/navigation-store'
import { PagePane } from '../../base/page-pane'
import { EmptyState } from '../../ui/empty-state'
import { AddPeerDialog } from './add-peer-dialog'
import { EntryPage } from './entry-page'
import { HiveListPane } from './hive-list-pane'
import { loadHive, useHive } from './hive-store'
import { OwnPage } from './own-page'
import { PeerPage } from './peer-page'
import { SetUpPage } from './set-up-page'
import { SharePage } from './share-page'

function Nothing({ title, words }: { title: string; words: string }) {
  return (
    <PagePane label="Hive" crumb="Hive">
      <div className="sheet">
        <h1 className="sr">Hive</h1>
        <EmptyState title={title}>{words}</EmptyState>
      </div>
    </PagePane>
  )
}

function Page() {
  const { hive, tab, entryId, entries, decided, showDecided, peerId, shareId, shares } = useHive()
  if (hive === undefined) return <Nothing title="" words="" />
  if (!hive.identity) return <SetUpPage />
  if (tab === 'peers') {
    const peer = hive.peers.find(({ id }) => id === peerId)
    return peer ? <PeerPage key={peer.id} peer={peer} /> : <OwnPage identity={hive.identity} crossSynthesis={hive.crossSynthesis} />
  }
  if (tab === 'shared') {
    const share = shares.find(({ id }) => id === shareId)
    return share ? (
      <SharePage key={share.id} share={share} />
    ) : (
      <Nothing title="Nothing is open" words="Choose a share in the list to see what went." />
    )
  }
  const list = showDecided ? decided : entries
  const entry = list.find(({ id }) => id === entryId)
  if (entry) return <EntryPage key={entry.id} id={entry.id} />
  return entries.length === 0 && decided.length === 0 ? (
    <Nothing
      title="What peers share arrives here"
      words="Each thought is verified first and then waits as plain text. Only what you take in becomes a thought of yours."
    />
  ) : (
    <Nothing title="Nothing is open" words="Choose a thought in the list to read it." />
  )
}

/** The place of sharing: the import inbox, the peers, and the record of what went out. */
export function HivePlace() {
  const { adding, hive } = useHive()
  useEffect(() => {
    void loadHive(true)
    return () => useHive.setState({ adding: false })
  }, [])
  const isNew = hive !== undefined && hive.identity === null
  // In a narrow window the one thing to do must be in sight.
  useEffect(() => {
    if (isNew) useNavigation.setState({ pane: 'page' })
  }, [isNew])
  return (
    <>
      <HiveListPane />
      <Page />
      {adding && <AddPeerDialog />}
    </>
  )
}
