import './share-dialog.css'
import { useId } from 'react'
import type { SharePreview } from '../../../shared/hive-texts'
import { titleOrUntitled } from '../../base/item-title'
import { useNavigation } from '../../base/navigation-store'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { formatNumber } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { PersonText } from '../../ui/person-text'
import { byteWords } from '../attachments/file-bytes'
import { useHive } from './hive-store'
import { PlainWords } from './plain-words'
import { closeShare, readPreview, share, useShareDialog } from './share-dialog-store'
import { SharedThesisView } from './shared-thesis-view'

/** Letters of the file's own text that are shown at once. */
const SHOWN_PAYLOAD = 100_000

function Goes({ preview }: { preview: SharePreview }) {
  // A title that is taken from the first line goes as that line.
  const hasTitle = preview.body.split('\n', 1)[0]?.trim() !== preview.title
  return (
    <>
      <section className="share-part" aria-label="What goes">
        <h3>What goes</h3>
        <div className="share-goes">
          {hasTitle && <PersonText as="p" className="share-title" text={preview.title} />}
          <PlainWords key={preview.previewId} text={preview.body} />
          {preview.tags.length > 0 && (
            <p className="meta">
              <bdi>{preview.tags.map((tag) => `#${tag}`).join(' ')}</bdi>
            </p>
          )}
          {preview.thesis && <SharedThesisView thesis={preview.thesis} heading="Thesis" />}
        </div>
      </section>
      <section className="share-part" aria-label="What stays here">
        <h3>What stays here</h3>
        <ul className="share-stays">
          {preview.staysHere.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </section>
      <details className="hive-fold">
        <summary>The exact text of the file, before it is sealed ({byteWords(preview.bytes)} with its padding)</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre className="share-raw" tabIndex={0} dir="ltr">
          {preview.payload.slice(0, SHOWN_PAYLOAD)}
        </pre>
        {preview.payload.length > SHOWN_PAYLOAD && (
          <p className="hint num">
            The first {formatNumber(SHOWN_PAYLOAD)} of {formatNumber(preview.payload.length)} characters.
          </p>
        )}
      </details>
    </>
  )
}

function openHive(adding: boolean): void {
  closeShare()
  useNavigation.getState().openPlace('hive')
  useHive.setState({ tab: 'peers', adding })
}

function NoPeers({ isNew }: { isNew: boolean }) {
  return (
    <>
      <div className="footed-body">
        <p className="hive-lead">
          {isNew
            ? 'To share a thought, you and somebody else exchange cards first. Choose the name they see; that takes a minute.'
            : 'There is nobody to share with yet. Give somebody your card, and add theirs.'}
        </p>
      </div>
      <footer>
        <div className="acts">
          <Button variant="quiet" keys="Esc" onClick={closeShare}>
            Cancel
          </Button>
          <Button variant="primary" onClick={() => openHive(!isNew)}>
            {isNew ? 'Open Hive' : 'Add a peer'}
          </Button>
        </div>
      </footer>
    </>
  )
}

function Form() {
  const id = useId()
  const { item, peerId, withThesis, preview, confirmed, problem, busy } = useShareDialog()
  const peers = useHive((state) => state.hive?.peers ?? []).filter(({ blockedAt }) => blockedAt === null)
  const unverified = preview !== undefined && !preview.peer.verified
  const ready = preview !== undefined && (!unverified || confirmed)
  const folder = preview?.peer.feedFolder ?? null
  return (
    <>
      <div className="footed-body">
        {item?.private ? (
          <p className="hive-note warn" role="alert">
            This thought is set to stay here, so it cannot be shared. Turn off “Stays here” first if you want to share it.
          </p>
        ) : (
          <>
            <div className="field">
              <label className="label" htmlFor={id}>
                Peer
              </label>
              <select
                id={id}
                className="input"
                data-first-focus=""
                value={peerId}
                onChange={(event) => {
                  useShareDialog.setState({ peerId: event.target.value, confirmed: false })
                  void readPreview()
                }}
              >
                {peers.map((peer) => (
                  <option key={peer.id} value={peer.id}>
                    {peer.verifiedAt === null ? `${peer.name} (code not compared)` : peer.name}
                  </option>
                ))}
              </select>
            </div>
            {preview?.hasThesis !== false && (
              <label className="check share-thesis">
                <input
                  type="checkbox"
                  checked={withThesis}
                  onChange={(event) => {
                    useShareDialog.setState({ withThesis: event.target.checked })
                    void readPreview()
                  }}
                />
                <span>With its thesis</span>
              </label>
            )}
            {preview ? <Goes preview={preview} /> : problem === undefined && <Late>Making the preview…</Late>}
            {unverified && (
              <div className="hive-note warn">
                <p>
                  You have not compared the code with <bdi>{preview.peer.name}</bdi>. If somebody exchanged their card on its way, that
                  somebody could read this.
                </p>
                <label className="check">
                  <input
                    type="checkbox"
                    checked={confirmed}
                    onChange={(event) => useShareDialog.setState({ confirmed: event.target.checked })}
                  />
                  <span>Share it all the same</span>
                </label>
              </div>
            )}
          </>
        )}
      </div>
      <footer>
        <p className="hint err" role="alert">
          {problem}
        </p>
        <div className="acts">
          <Button variant="quiet" keys="Esc" onClick={closeShare}>
            Cancel
          </Button>
          {!item?.private && (
            <>
              <Button
                variant={folder === null ? 'primary' : 'default'}
                busy={busy === 'file' ? 'Saving…' : undefined}
                disabled={!ready}
                onClick={() => void share('file')}
              >
                Save as a file…
              </Button>
              {folder !== null && (
                <Button
                  variant="primary"
                  busy={busy === 'folder' ? 'Sharing…' : undefined}
                  disabled={!ready}
                  title={folder}
                  onClick={() => void share('folder')}
                >
                  Put into the feed folder
                </Button>
              )}
            </>
          )}
        </div>
      </footer>
    </>
  )
}

function OpenDialog() {
  const item = useShareDialog((state) => state.item)
  const hive = useHive((state) => state.hive)
  const nobody = hive !== undefined && !hive.peers.some(({ blockedAt }) => blockedAt === null)
  return (
    <Dialog label="Share with a peer" frame="share-win hive-win footed" onClose={closeShare} onPressBeside={() => undefined}>
      <div className="hive-frame">
        <header>
          <h2>Share with a peer</h2>
          {item && (
            <p className="for">
              <PersonText className="serif" text={titleOrUntitled(item.title)} />
            </p>
          )}
        </header>
        {hive === undefined ? (
          <div className="footed-body">
            <Late>Opening Hive…</Late>
          </div>
        ) : nobody && !item?.private ? (
          <NoPeers isNew={hive.identity === null} />
        ) : (
          <Form />
        )}
      </div>
    </Dialog>
  )
}

/** What goes to a peer, word for word, before it goes. */
export function ShareDialog() {
  const isOpen = useShareDialog((state) => state.item !== undefined)
  return isOpen ? <OpenDialog /> : null
}
