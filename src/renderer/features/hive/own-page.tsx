import { Copy, Save, UserPlus } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { LONGEST_PEER_NAME } from '../../../shared/contract/hive'
import { attempt } from '../../base/attempt'
import { client } from '../../base/client'
import { PagePane } from '../../base/page-pane'
import { Button } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'
import { copyCard, saveCard } from './hive-acts'
import { type HiveState, loadHive, useHive } from './hive-store'

function NameForm({ name }: { name: string }) {
  const id = useId()
  const [typed, setTyped] = useState(name)
  const [problem, setProblem] = useState<string>()
  useEffect(() => setTyped(name), [name])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await client.call('set-hive-name', { name: typed })
      await loadHive()
      showToast('Your card has the new name. Peers who have the old card keep the old one.')
    } catch (error) {
      setProblem(errorWords(error))
    }
  }
  return (
    <form className="hive-inline" noValidate onSubmit={(event) => void save(event)}>
      <div className="field">
        <label className="label" htmlFor={id}>
          The name your peers see
        </label>
        <input
          id={id}
          className="input"
          dir="auto"
          maxLength={LONGEST_PEER_NAME}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(undefined)
          }}
        />
        {problem && <p className="hint err">{problem}</p>}
      </div>
      <Button type="submit" disabled={typed.trim() === name || typed.trim() === ''}>
        Save
      </Button>
    </form>
  )
}

/** One's own card, name, and what Hive does by itself. */
export function OwnPage({ identity, crossSynthesis }: { identity: NonNullable<HiveState['identity']>; crossSynthesis: boolean }) {
  const toggle = (enabled: boolean) =>
    void attempt(async () => {
      await client.call('set-cross-synthesis', { enabled })
      await loadHive()
    })
  return (
    <PagePane
      label="Your card"
      crumb="Hive, your card"
      actions={
        <Button icon={UserPlus} onClick={() => useHive.setState({ adding: true })}>
          Add a peer
        </Button>
      }
    >
      <div className="settings hive-page">
        <h1>Your card</h1>
        <p className="hive-lead">
          Give this line to whom you want to exchange thoughts with, and add theirs. It holds your name and two public keys: whoever has it
          can seal a thought to you, and nothing more.
        </p>
        <p className="hive-card" data-card="">
          {identity.card}
        </p>
        <div className="acts">
          <Button variant="primary" icon={Copy} onClick={() => void copyCard(identity.card)}>
            Copy the card
          </Button>
          <Button icon={Save} onClick={() => void saveCard(identity.name, identity.card)}>
            Save as a file
          </Button>
        </div>
        <section className="sec" aria-labelledby="hive-name">
          <h2 id="hive-name">Name</h2>
          <NameForm name={identity.name} />
        </section>
        <section className="sec" aria-labelledby="hive-views">
          <h2 id="hive-views">Two views</h2>
          <label className="check">
            <input type="checkbox" checked={crossSynthesis} onChange={(event) => toggle(event.target.checked)} />
            <span>
              <b>Compare a thesis that comes along with mine</b>
              When you take in a thought with a thesis, it is set beside the nearest of your own that has one: where the two agree, where
              they do not, and what they give together.
            </span>
          </label>
        </section>
      </div>
    </PagePane>
  )
}
