import { Ban, Ellipsis, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { type HivePeer, LONGEST_PEER_NAME } from '../../../shared/contract/hive'
import { client } from '../../base/client'
import { PagePane } from '../../base/page-pane'
import { Button } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { formatMoment } from '../../ui/format-time'
import { Menu } from '../../ui/menu'
import { PersonText } from '../../ui/person-text'
import { showToast } from '../../ui/toast'
import { useNow } from '../../ui/use-now'
import { CodeBlock } from './code-block'
import { blockPeer, lookIntoFolders, removePeer, verifyPeer } from './hive-acts'
import { loadHive } from './hive-store'

function CodeSection({ peer }: { peer: HivePeer }) {
  const now = useNow()
  return (
    <section className="sec" aria-labelledby="hive-code-h">
      <h2 id="hive-code-h">
        Code
        <span className={peer.verifiedAt === null ? 'hive-warn' : undefined}>
          {peer.verifiedAt === null ? 'Not compared yet' : `Compared ${formatMoment(peer.verifiedAt, now)}`}
        </span>
      </h2>
      <CodeBlock code={peer.code} />
      {peer.verifiedAt === null ? (
        <>
          <p className="hint">
            Call <bdi>{peer.name}</bdi> or meet them, and read the code to each other. It is the same on both sides when nobody has
            exchanged a card on its way. If it differs, share nothing: remove this peer, and exchange the cards anew by another way.
          </p>
          <div className="acts">
            <Button variant="primary" onClick={() => void verifyPeer(peer.id, true)}>
              The code is the same
            </Button>
          </div>
        </>
      ) : (
        <div className="acts">
          <Button onClick={() => void verifyPeer(peer.id, false)}>Take that back</Button>
        </div>
      )}
    </section>
  )
}

function FolderSection({ peer }: { peer: HivePeer }) {
  const id = useId()
  const [folder, setFolder] = useState(peer.feedFolder ?? '')
  const [problem, setProblem] = useState<string>()
  useEffect(() => setFolder(peer.feedFolder ?? ''), [peer.feedFolder])
  const set = async (path: string | null) => {
    try {
      await client.call('update-hive-peer', { id: peer.id, feedFolder: path })
      await loadHive()
      showToast(
        path === null
          ? 'The folder is not looked into any more. Nothing in it was changed.'
          : 'This folder is looked into every 20 seconds.',
      )
    } catch (error) {
      setProblem(errorWords(error))
    }
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    void set(folder.trim() === '' ? null : folder.trim())
  }
  const choose = async () => {
    const chosen = await window.platform?.chooseFolder()
    if (chosen?.ok && typeof chosen.data === 'string') {
      setProblem(undefined)
      setFolder(chosen.data)
      await set(chosen.data)
    }
  }
  const changed = folder.trim() !== (peer.feedFolder ?? '')
  return (
    <section className="sec" aria-labelledby="hive-folder-h">
      <h2 id="hive-folder-h">Feed folder</h2>
      <p>
        A folder that a sync program carries between the two of you. Sealed files go into it and come out of it; what lies there tells
        nobody who wrote to whom.
      </p>
      <form noValidate onSubmit={save}>
        <div className="field">
          <label className="label" htmlFor={id}>
            Folder on this computer
          </label>
          <div className="hive-folder">
            <input
              id={id}
              className="input"
              spellCheck={false}
              value={folder}
              aria-invalid={problem !== undefined || undefined}
              aria-describedby={`${id}-hint`}
              onChange={(event) => {
                setFolder(event.target.value)
                setProblem(undefined)
              }}
            />
            {window.platform && <Button onClick={() => void choose()}>Choose…</Button>}
          </div>
          <p className={problem || peer.feedProblem ? 'hint err' : 'hint'} id={`${id}-hint`} role={problem ? 'alert' : undefined}>
            {problem ??
              peer.feedProblem ??
              (peer.feedFolder === null ? 'None yet. You can always share by file.' : 'Looked into while the vault is open.')}
          </p>
        </div>
        <div className="acts">
          {changed && <Button type="submit">Save</Button>}
          {peer.feedFolder !== null && !changed && (
            <>
              <Button onClick={() => void lookIntoFolders()}>Look now</Button>
              <Button variant="quiet" onClick={() => void set(null)}>
                Use no folder
              </Button>
            </>
          )}
        </div>
      </form>
      {peer.refused.length > 0 && (
        <div className="hive-refused">
          <h3>Not taken in</h3>
          <ul>
            {peer.refused.map(({ name, problem: words }) => (
              <li key={name}>
                <bdi>{name}</bdi>
                <span>{words}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

function NameSection({ peer }: { peer: HivePeer }) {
  const id = useId()
  const [name, setName] = useState(peer.name)
  const [problem, setProblem] = useState<string>()
  useEffect(() => setName(peer.name), [peer.name])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await client.call('update-hive-peer', { id: peer.id, name })
      await loadHive()
    } catch (error) {
      setProblem(errorWords(error))
    }
  }
  return (
    <section className="sec" aria-labelledby="hive-peer-name">
      <h2 id="hive-peer-name">Name</h2>
      <form className="hive-inline" noValidate onSubmit={(event) => void save(event)}>
        <div className="field">
          <label className="label" htmlFor={id}>
            What you call them
          </label>
          <input
            id={id}
            className="input"
            dir="auto"
            maxLength={LONGEST_PEER_NAME}
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              setProblem(undefined)
            }}
          />
          <p className={problem ? 'hint err' : 'hint'}>
            {problem ?? (
              <>
                Their card says <bdi>{peer.cardName}</bdi>.
              </>
            )}
          </p>
        </div>
        <Button type="submit" disabled={name.trim() === '' || name.trim() === peer.name}>
          Save
        </Button>
      </form>
    </section>
  )
}

/** One peer: the code, the folder, the name, and the ways to end it. */
export function PeerPage({ peer }: { peer: HivePeer }) {
  return (
    <PagePane
      key={peer.id}
      label="Peer"
      crumb="Hive, peer"
      actions={
        <Menu
          label="More"
          icon={Ellipsis}
          items={[
            {
              label: peer.blockedAt === null ? 'Block' : 'Unblock',
              icon: Ban,
              onChoose: () => void blockPeer(peer.id, peer.blockedAt === null),
            },
            { label: 'Remove', icon: Trash2, danger: true, onChoose: () => void removePeer(peer.id, peer.name) },
          ]}
        />
      }
    >
      <div className="settings hive-page">
        <PersonText as="h1" text={peer.name} />
        {peer.blockedAt !== null && (
          <p className="hive-note warn">
            Blocked: nothing of theirs is taken in, and nothing is shared with them.{' '}
            <button type="button" className="link" onClick={() => void blockPeer(peer.id, false)}>
              Unblock
            </button>
          </p>
        )}
        <CodeSection peer={peer} />
        <FolderSection peer={peer} />
        <NameSection peer={peer} />
      </div>
    </PagePane>
  )
}
