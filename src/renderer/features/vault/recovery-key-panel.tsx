import { Copy } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button'
import { copyText } from '../../ui/copy-text'
import { errorWords } from '../../ui/error-words'
import { groupsTyped, tidyGroup } from './recovery-groups'
import { type ShownKey, useVault } from './vault-store'

/** Seconds until the copied key is taken off the clipboard again, where the host can do that. */
const CLEAR_AFTER_S = 60
const counts = ['Type both groups to go on.', 'One group to go.', ''] as const

/** The recovery key on its one showing, and two groups typed back from the person's copy. */
export function RecoveryKeyPanel({ shownKey, onDone }: { shownKey: ShownKey; onDone?: () => void }) {
  const confirm = useVault((state) => state.confirmRecoveryKey)
  const [typed, setTyped] = useState(['', ''])
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [copied, setCopied] = useState('')
  const lengths = shownKey.confirmGroups.map((group) => shownKey.groups[group]?.length ?? 4)
  const done = groupsTyped(typed, lengths)
  const ready = done === 2

  const copy = async () => {
    const { copied, clears } = await copyText(shownKey.groups.join('-'), CLEAR_AFTER_S)
    if (!copied) setCopied('The clipboard did not take it. Write the key down by hand.')
    else
      setCopied(
        clears
          ? `Copied. The clipboard clears after ${CLEAR_AFTER_S} seconds.`
          : 'Copied. Copy something else afterwards, so that the key does not stay on the clipboard.',
      )
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || busy) return
    setBusy(true)
    setError(undefined)
    try {
      await confirm(typed.map(tidyGroup))
      onDone?.()
    } catch (failure) {
      setError(errorWords(failure))
      setBusy(false)
    }
  }

  return (
    <>
      <ol className="key long" aria-label={`Recovery key, ${shownKey.groups.length} groups`}>
        {shownKey.groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one key never change places
          <li key={index}>
            <span>{index + 1}</span>
            {group}
          </li>
        ))}
      </ol>
      <div className="acts key-acts">
        <Button icon={Copy} onClick={copy}>
          Copy
        </Button>
        <span className="hint" role="status">
          {copied || 'Write it on paper, or keep it in a password manager. It is shown this once.'}
        </span>
      </div>
      <form onSubmit={submit}>
        <p className="before-groups">Type two groups from your copy, to be sure it is readable.</p>
        <div className="two-groups">
          {shownKey.confirmGroups.map((group, index) => (
            <label className="field" key={group}>
              <span className="label">Group {group + 1}</span>
              <input
                className="input mono"
                value={typed[index] ?? ''}
                autoComplete="off"
                spellCheck={false}
                aria-invalid={error !== undefined || undefined}
                onChange={(event) => setTyped(typed.map((old, at) => (at === index ? event.target.value : old)))}
              />
            </label>
          ))}
        </div>
        {error !== undefined && (
          <p className="hint err" role="alert">
            {error}
          </p>
        )}
        <div className="acts">
          <Button variant="primary" large type="submit" busy={busy ? 'Checking…' : undefined} disabled={!ready}>
            Continue
          </Button>
          <span className="hint" role="status">
            {counts[done]}
          </span>
        </div>
      </form>
    </>
  )
}
