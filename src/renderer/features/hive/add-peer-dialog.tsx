import { type FormEvent, useId, useState } from 'react'
import { client } from '../../base/client'
import { useNavigation } from '../../base/navigation-store'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { errorWords } from '../../ui/error-words'
import { chooseFiles } from '../attachments/choose-files'
import { cardIn } from './card-text'
import { CodeBlock } from './code-block'
import { verifyPeer } from './hive-acts'
import { loadHive, useHive } from './hive-store'

const close = () => useHive.setState({ adding: false })
/** A card is a few hundred letters; this much of a file is read. */
const CARD_FILE = 10_000

function Compare({ id, sameName }: { id: string; sameName: boolean }) {
  const peer = useHive((state) => state.hive?.peers.find((each) => each.id === id))
  if (!peer) return null
  const later = () => {
    close()
    useHive.setState({ tab: 'peers', peerId: id })
    useNavigation.setState({ pane: 'page' })
  }
  return (
    <>
      <header>
        <h2>
          Compare the code with <bdi>{peer.name}</bdi>
        </h2>
      </header>
      <div className="footed-body">
        <p className="hive-lead">
          Call them or meet them, and read it to each other. Once they have added your card, they see the same digits on your page in their
          Hive. Do not send it by the way on which the card came: who can exchange a card can exchange a code.
        </p>
        <CodeBlock code={peer.code} />
        {sameName && (
          <p className="hive-note warn">
            You have another peer of this name with other keys. If they did not tell you of a new vault, this card may not be theirs.
          </p>
        )}
      </div>
      <footer>
        <div className="acts">
          <Button variant="quiet" onClick={later}>
            Later
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              later()
              void verifyPeer(id, true)
            }}
          >
            The code is the same
          </Button>
        </div>
      </footer>
    </>
  )
}

function Paste({ onAdded }: { onAdded: (added: { id: string; sameName: boolean }) => void }) {
  const id = useId()
  const [card, setCard] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const added = await client.call('add-hive-peer', { card: cardIn(card) })
      await loadHive()
      onAdded(added)
    } catch (error) {
      setProblem(errorWords(error))
      setBusy(false)
    }
  }
  const fromFile = async () => {
    const [file] = await chooseFiles()
    if (!file) return
    setProblem(undefined)
    setCard(await file.slice(0, CARD_FILE).text())
  }
  return (
    <form noValidate onSubmit={(event) => void add(event)}>
      <header>
        <h2>Add a peer</h2>
      </header>
      <div className="footed-body">
        <div className="field">
          <label className="label" htmlFor={id}>
            Their card
          </label>
          <textarea
            id={id}
            className="input hive-paste"
            rows={5}
            spellCheck={false}
            data-first-focus=""
            value={card}
            placeholder="cortexa-peer:…"
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={`${id}-hint`}
            onChange={(event) => {
              setCard(event.target.value)
              setProblem(undefined)
            }}
          />
          <p className={problem ? 'hint err' : 'hint'} id={`${id}-hint`} role={problem ? 'alert' : undefined}>
            {problem ?? 'Paste the line they gave you. Words around it do no harm.'}
          </p>
        </div>
        <Button onClick={() => void fromFile()}>Read a card file…</Button>
      </div>
      <footer>
        <div className="acts">
          <Button variant="quiet" keys="Esc" onClick={close}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={busy ? 'Adding…' : undefined} disabled={card.trim() === ''}>
            Add
          </Button>
        </div>
      </footer>
    </form>
  )
}

/** A card is added, and then the codes are compared. */
export function AddPeerDialog() {
  const [added, setAdded] = useState<{ id: string; sameName: boolean }>()
  return (
    <Dialog label="Add a peer" frame="ask-win hive-win footed" onClose={close} onPressBeside={() => undefined}>
      {added ? (
        <div className="hive-frame">
          <Compare {...added} />
        </div>
      ) : (
        <Paste onAdded={setAdded} />
      )}
    </Dialog>
  )
}
