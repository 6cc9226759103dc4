import { Globe, Laptop } from 'lucide-react'
import { useRef, useState } from 'react'
import type { StoredEndpoint } from '../../../shared/contract/endpoints'
import type { Settings } from '../../../shared/contract/settings'
import { client } from '../../base/client'
import { useSettings } from '../../base/settings-store'
import { Button } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { Icon } from '../../ui/icon'
import { showToast } from '../../ui/toast'
import { TrialLines } from '../../ui/trial-lines'
import { rolesOf } from './role-choices'
import { roleWords } from './role-words'
import { ServerForm } from './server-form'
import { useServerTest } from './use-server-test'

async function restore(id: string): Promise<void> {
  try {
    const endpoint = await client.call('restore-endpoint', { id })
    showToast(`${endpoint.name} is back, with its key and what it did.`)
  } catch (error) {
    showToast(errorWords(error))
  } finally {
    await useSettings.getState().load()
  }
}

/** What is stored of a server besides name and address, in a few words: never the key itself. */
function storedWords({ hasApiKey, headerNames }: StoredEndpoint): string {
  const headers = headerNames.length === 0 ? '' : `, ${headerNames.length === 1 ? 'header' : 'headers'} ${headerNames.join(', ')}`
  return `${hasApiKey ? 'Key stored' : 'No key'}${headers}`
}

/** One stored server: what is known of it, its test, its form. */
export function ServerRow({ endpoint, settings }: { endpoint: StoredEndpoint; settings: Settings }) {
  const [editing, setEditing] = useState(false)
  const [removing, setRemoving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const trial = useServerTest()
  const edit = useRef<HTMLButtonElement>(null)
  const { id, name, baseUrl, leavesComputer } = endpoint
  const { thinker, worker, embedder, voice } = settings.roles
  const roles = rolesOf(id, settings)

  const test = () => {
    const model = [thinker, worker].find((role) => role?.endpointId === id)?.model
    void trial.test({
      id,
      ...(model === undefined ? {} : { model }),
      ...(embedder?.endpointId === id ? { embeddingModel: embedder.model } : {}),
      ...(voice?.endpointId === id ? { speechModel: voice.model, voice: voice.voice } : {}),
    })
  }
  const remove = async () => {
    setRemoving(true)
    setProblem(undefined)
    try {
      await client.call('delete-endpoint', { id })
      showToast(`${name} was removed${roles.length > 0 ? ', and what it did is free' : ''}.`, () => void restore(id))
      await useSettings.getState().load()
    } catch (error) {
      setProblem(errorWords(error))
      setRemoving(false)
    }
  }
  const close = () => {
    setEditing(false)
    setTimeout(() => edit.current?.focus())
  }
  return (
    <li className="server">
      <div className="server-head">
        <div className="server-name">
          <b title={name}>{name}</b>
          <span className="server-address">{baseUrl}</span>
          <span className="server-facts">
            <span className={leavesComputer ? 'away' : undefined}>
              <Icon of={leavesComputer ? Globe : Laptop} />
              {leavesComputer ? 'Leaves this computer' : 'On this computer'}
            </span>
            <span>{storedWords(endpoint)}</span>
            {roles.length > 0 && <span>{roles.map((role) => roleWords[role].name).join(', ')}</span>}
          </span>
        </div>
        {!editing && (
          <div className="server-acts">
            <Button variant="quiet" aria-label={`Test ${name}`} busy={trial.testing ? 'Testing…' : undefined} onClick={test}>
              Test
            </Button>
            <Button ref={edit} variant="quiet" aria-label={`Edit ${name}`} onClick={() => setEditing(true)}>
              Edit
            </Button>
            <Button variant="quiet" aria-label={`Remove ${name}`} busy={removing ? 'Removing…' : undefined} onClick={() => void remove()}>
              Remove
            </Button>
          </div>
        )}
      </div>
      {editing ? (
        <ServerForm
          stored={endpoint}
          onClose={close}
          onSaved={(saved) => {
            close()
            trial.clear()
            showToast(`${saved.name} was saved.`)
          }}
        />
      ) : (
        <TrialLines lines={trial.result?.lines} problem={trial.problem} />
      )}
      {problem !== undefined && (
        <p className="hint err" role="alert">
          {problem}
        </p>
      )}
    </li>
  )
}
