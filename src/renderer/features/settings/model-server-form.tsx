import { Check, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { CommandOutput } from '../../../shared/contract'
import type { Settings } from '../../../shared/contract/settings'
import { client } from '../../client'
import { Button } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { Icon } from '../../ui/icon'
import { showToast } from '../../ui/toast'
import { changeSettings } from './change'
import { firstChatModel } from './chat-model'
import { FoundServers, useDiscovery } from './found-servers'
import { readWhole } from './read-number'
import { TextField } from './text-field'

type TestResult = CommandOutput<'test-endpoint'>

/** Bounds of the setting, in tokens (shared/contract/settings.ts). */
const CONTEXT = { min: 1024, max: 10_000_000 }

function TestLines({ result }: { result: TestResult }) {
  return (
    <ul className="test-lines">
      {result.lines.map((line) => (
        <li key={line.text} className={line.ok ? '' : 'bad'}>
          <Icon of={line.ok ? Check : X} />
          <span>
            <span className="sr">{line.ok ? 'Works: ' : 'Does not work: '}</span>
            {line.text}
          </span>
        </li>
      ))}
    </ul>
  )
}

function tidyAddress(text: string): string {
  return text.trim().replace(/\/+$/, '')
}

/** Address, key, models and context of the model server, with what was found on this computer and a test that says what works. */
export function ModelServerForm({ settings }: { settings: Settings }) {
  const { endpoint, hasApiKey } = settings
  const discovery = useDiscovery()
  const [baseUrl, setBaseUrl] = useState(endpoint.baseUrl)
  const [apiKey, setApiKey] = useState('')
  const [model, setModel] = useState(endpoint.model)
  const [embeddingModel, setEmbeddingModel] = useState(endpoint.embeddingModel)
  const [context, setContext] = useState(String(settings.contextTokens))
  const [tested, setTested] = useState<{ address: string; result: TestResult }>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<'test' | 'save'>()
  const [asked, setAsked] = useState(false)
  const list = useId()
  const address = tidyAddress(baseUrl)
  const typedKey = apiKey === '' ? {} : { apiKey }
  const result = tested?.address === address ? tested.result : undefined
  const found = discovery.servers?.find((server) => server.baseUrl === address)
  const models = [...new Set([...(result?.models ?? []), ...(found?.models ?? [])])]

  const contextTokens = readWhole(context)
  const contextRight = contextTokens !== undefined && contextTokens >= CONTEXT.min && contextTokens <= CONTEXT.max
  const modelMissing = model.trim() === ''

  const test = async () => {
    setBusy('test')
    setProblem(undefined)
    try {
      const answer = await client.call('test-endpoint', {
        baseUrl: address,
        ...typedKey,
        ...(model.trim() ? { model: model.trim() } : {}),
        ...(embeddingModel.trim() ? { embeddingModel: embeddingModel.trim() } : {}),
      })
      setTested({ address, result: answer })
    } catch (error) {
      setTested(undefined)
      setProblem(errorWords(error))
    } finally {
      setBusy(undefined)
    }
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (address === '' || busy) return
    setAsked(true)
    if (modelMissing || !contextRight) return
    setBusy('save')
    const saved = await changeSettings({
      engine: 'endpoint',
      endpoint: { baseUrl: address, model: model.trim(), embeddingModel: embeddingModel.trim() },
      contextTokens,
      ...typedKey,
    })
    setBusy(undefined)
    if (!saved) return
    setApiKey('')
    showToast('The model server does the work now.')
  }
  const removeKey = async () => {
    if (await changeSettings({ apiKey: '' })) showToast('The stored key was removed.')
  }

  return (
    <form className="server-form" onSubmit={save}>
      <FoundServers
        discovery={discovery}
        chosen={address}
        onUse={(server) => {
          setBaseUrl(server.baseUrl)
          setModel(firstChatModel(server.models))
          // A model of another server would not be found on this one.
          if (!server.models.includes(embeddingModel)) setEmbeddingModel('')
        }}
      />
      <TextField
        label="Address"
        hint="Such as http://127.0.0.1:11434/v1 for a server on this computer."
        value={baseUrl}
        onChange={setBaseUrl}
      />
      <TextField
        label="Key"
        secret
        hint={
          hasApiKey
            ? 'A key is stored in the vault and never shown. Type here to replace it.'
            : 'Leave it empty when the server asks for none. It is stored encrypted in the vault.'
        }
        value={apiKey}
        onChange={setApiKey}
      />
      {hasApiKey && (
        <button type="button" className="link" onClick={() => void removeKey()}>
          Remove the stored key
        </button>
      )}
      <TextField
        label="Model"
        hint={
          models.length > 0
            ? 'Writes Deep Think, summaries and briefings. Choose one that the server has, or type its name.'
            : 'Writes Deep Think, summaries and briefings. After a test you can choose from what the server has.'
        }
        error={asked && modelMissing ? 'Give the name of a model that the server has. Nothing was saved yet.' : undefined}
        value={model}
        onChange={setModel}
        list={list}
      />
      <TextField
        label="Embedding model"
        hint="Finds thoughts with similar meaning. Empty: the built-in one does it."
        value={embeddingModel}
        onChange={setEmbeddingModel}
        list={list}
      />
      <TextField
        label="Context, in tokens"
        numeric
        hint="What the model can read at once; longer thoughts are read in parts. Ollama’s default is 4,096 unless changed."
        error={contextRight ? undefined : 'A whole number from 1,024 to 10,000,000. The old value stays until then.'}
        value={context}
        onChange={setContext}
      />
      <div className="acts">
        <Button type="submit" variant="primary" busy={busy === 'save' ? 'Saving…' : undefined} disabled={address === ''}>
          Use this server
        </Button>
        <Button busy={busy === 'test' ? 'Testing…' : undefined} disabled={address === ''} onClick={() => void test()}>
          Test
        </Button>
      </div>
      <div role="status">
        {result && <TestLines result={result} />}
        {problem !== undefined && <p className="hint err">{problem}</p>}
      </div>
      <datalist id={list}>
        {models.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </form>
  )
}
