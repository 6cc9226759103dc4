import { type FormEvent, useId, useState } from 'react'
import { LONGEST_PEER_NAME } from '../../../shared/contract/hive'
import { client } from '../../base/client'
import { PagePane } from '../../base/page-pane'
import { Button } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { loadHive, useHive } from './hive-store'

const steps = [
  ['Give your card, get theirs', 'A card is one line of text. It is no secret; it may go by mail or chat.'],
  ['Compare the code', 'Both of you see the same eight groups of digits. Read them to each other, by voice or face to face.'],
  [
    'Share a thought',
    'You see word for word what goes. It is sealed to your peer’s key and signed with yours, as a file or into a folder you both sync.',
  ],
] as const

/** The first page of Hive: what it is, and the name that makes the keys. */
export function SetUpPage() {
  const id = useId()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      await client.call('set-hive-name', { name })
      useHive.setState({ tab: 'peers', peerId: 'me' })
      await loadHive()
    } catch (error) {
      setProblem(errorWords(error))
      setBusy(false)
    }
  }
  return (
    <PagePane label="Hive" crumb="Hive">
      <div className="settings hive-page">
        <h1>Share a thought with somebody</h1>
        <p className="hive-lead">
          Hive sends nothing over a network. It makes sealed files that only one person can open, and you carry them: by mail, on a stick,
          or in a folder that a sync program carries.
        </p>
        <ol className="hive-steps">
          {steps.map(([title, words]) => (
            <li key={title}>
              <b>{title}</b>
              <span>{words}</span>
            </li>
          ))}
        </ol>
        <form className="narrow-form" noValidate onSubmit={(event) => void submit(event)}>
          <div className="field">
            <label className="label" htmlFor={id}>
              The name your peers see
            </label>
            <input
              id={id}
              className="input"
              dir="auto"
              maxLength={LONGEST_PEER_NAME}
              value={name}
              aria-invalid={problem !== undefined || undefined}
              aria-describedby={`${id}-hint`}
              onChange={(event) => {
                setName(event.target.value)
                setProblem(undefined)
              }}
            />
            <p className={problem ? 'hint err' : 'hint'} id={`${id}-hint`}>
              {problem ?? 'It stands on your card. You can change it later.'}
            </p>
          </div>
          <div className="acts">
            <Button variant="primary" type="submit" busy={busy ? 'Making the keys…' : undefined}>
              Make my card
            </Button>
          </div>
        </form>
      </div>
    </PagePane>
  )
}
