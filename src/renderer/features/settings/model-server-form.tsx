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

type TestResult = CommandOutput<'test-endpoint'>

interface FieldProps {
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
  list?: string
  secret?: boolean
}

function Field({ label, hint, value, onChange, list, secret = false }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        type={secret ? 'password' : 'text'}
        value={value}
        list={list}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  )
}

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

/** Address, key and models of the model server, with a test that says in sentences what works. */
export function ModelServerForm({ settings }: { settings: Settings }) {
  const { endpoint, hasApiKey } = settings
  const [baseUrl, setBaseUrl] = useState(endpoint.baseUrl)
  const [apiKey, setApiKey] = useState('')
  const [model, setModel] = useState(endpoint.model)
  const [embeddingModel, setEmbeddingModel] = useState(endpoint.embeddingModel)
  const [result, setResult] = useState<TestResult>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<'test' | 'save'>()
  const models = useId()
  const typedKey = apiKey === '' ? {} : { apiKey }

  const test = async () => {
    setBusy('test')
    setProblem(undefined)
    try {
      setResult(
        await client.call('test-endpoint', {
          baseUrl: baseUrl.trim(),
          ...typedKey,
          ...(model ? { model } : {}),
          ...(embeddingModel ? { embeddingModel } : {}),
        }),
      )
    } catch (error) {
      setResult(undefined)
      setProblem(errorWords(error))
    } finally {
      setBusy(undefined)
    }
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (baseUrl.trim() === '' || busy) return
    setBusy('save')
    const saved = await changeSettings({
      engine: 'endpoint',
      endpoint: { baseUrl: baseUrl.trim(), model: model.trim(), embeddingModel: embeddingModel.trim() },
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
      <Field
        label="Address"
        hint="Such as http://127.0.0.1:11434/v1 for a server on this computer."
        value={baseUrl}
        onChange={setBaseUrl}
      />
      <Field
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
      <Field label="Model" hint="Writes Deep Think, summaries and briefings." value={model} onChange={setModel} list={models} />
      <Field
        label="Embedding model"
        hint="Finds thoughts with similar meaning. Empty: the built-in one does it."
        value={embeddingModel}
        onChange={setEmbeddingModel}
        list={models}
      />
      <datalist id={models}>
        {result?.models.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="acts">
        <Button type="submit" variant="primary" busy={busy === 'save' ? 'Saving…' : undefined} disabled={baseUrl.trim() === ''}>
          Use this server
        </Button>
        <Button busy={busy === 'test' ? 'Testing…' : undefined} disabled={baseUrl.trim() === ''} onClick={() => void test()}>
          Test
        </Button>
      </div>
      <div role="status">
        {result && <TestLines result={result} />}
        {problem !== undefined && <p className="hint err">{problem}</p>}
      </div>
    </form>
  )
}
