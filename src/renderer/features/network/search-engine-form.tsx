import { type FormEvent, useState } from 'react'
import type { CommandOutput } from '../../../shared/contract'
import type { StoredSearchEngine } from '../../../shared/contract/network'
import { client } from '../../base/client'
import { Button } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toast'
import { TrialLines } from '../../ui/trial-lines'

type Trial = CommandOutput<'test-search-engine'>

/** What an engine needs, with its trial. It is chosen by saving, once it has what it needs. */
export function SearchEngineForm({ engine, used }: { engine: StoredSearchEngine; used: boolean }) {
  const [typed, setTyped] = useState(engine.needs === 'address' ? engine.address : '')
  const [trial, setTrial] = useState<Trial>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<'save' | 'test'>()
  const given = engine.needs === 'address' ? { address: typed } : engine.needs === 'key' && typed !== '' ? { apiKey: typed } : {}

  const attempt = async (what: 'save' | 'test', work: () => Promise<void>) => {
    setBusy(what)
    setProblem(undefined)
    setTrial(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(errorWords(error))
    } finally {
      setBusy(undefined)
    }
  }
  const test = () => attempt('test', async () => setTrial(await client.call('test-search-engine', { id: engine.id, ...given })))
  const save = (event: FormEvent) => {
    event.preventDefault()
    void attempt('save', async () => {
      await client.call('save-search-engine', { id: engine.id, ...given, use: true })
      if (engine.needs === 'key') setTyped('')
      showToast(`${engine.name} searches the web now.`)
    })
  }
  const removeKey = () =>
    attempt('save', async () => {
      await client.call('save-search-engine', { id: engine.id, apiKey: '' })
      showToast(`The key of ${engine.name} is removed.`)
    })
  return (
    <form className="narrow-form" aria-label={engine.name} onSubmit={save}>
      {engine.needs === 'key' && (
        <TextField
          label="Key"
          secret
          hint={engine.hasApiKey ? 'A key is stored and never shown. Type to replace it.' : 'It is kept encrypted in the vault.'}
          value={typed}
          onChange={setTyped}
        />
      )}
      {engine.needs === 'address' && (
        <TextField
          label="Address"
          hint="Such as http://127.0.0.1:8888. It may be on this computer; its settings must allow the format “json”."
          value={typed}
          onChange={setTyped}
        />
      )}
      <div className="acts">
        {(!used || engine.needs !== 'nothing') && (
          <Button type="submit" variant="primary" busy={busy === 'save' ? 'Saving…' : undefined}>
            {used ? 'Save' : `Search with ${engine.name}`}
          </Button>
        )}
        <Button busy={busy === 'test' ? 'Testing…' : undefined} onClick={() => void test()}>
          Test
        </Button>
        {engine.hasApiKey && (
          <Button variant="quiet" onClick={() => void removeKey()}>
            Remove the key
          </Button>
        )}
      </div>
      <TrialLines lines={trial?.lines} />
      {problem !== undefined && (
        <p className="hint err" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
