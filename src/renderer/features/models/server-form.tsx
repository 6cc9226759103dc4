import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { CommandInput } from '../../../shared/contract'
import type { StoredEndpoint } from '../../../shared/contract/endpoints'
import { client } from '../../base/client'
import { isSameServer, tidyAddress } from '../../base/server-address'
import { useSettings } from '../../base/settings-store'
import { Button } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { TextField } from '../../ui/text-field'
import { TrialLines } from '../../ui/trial-lines'
import { HeaderFields } from './header-fields'
import { type HeaderDraft, headerProblem, readHeaders, withNewHeader } from './headers'
import { forgetModelList } from './model-list-store'
import { useServerTest } from './use-server-test'

/** What a key field says below it. */
function keyHint(stored: boolean, dropped: boolean, removed: boolean): string {
  if (removed) return 'The stored key is removed when you save.'
  if (stored && !dropped) return 'A key is stored and never shown. Type to replace it.'
  return 'Leave it empty when the server asks for none. It is kept encrypted in the vault.'
}

/** Adds a server, or changes `stored`. Its key and the values of its headers are never shown; what is left as it is stays. */
export function ServerForm({
  stored,
  onSaved,
  onClose,
}: {
  stored?: StoredEndpoint
  onSaved: (endpoint: StoredEndpoint, models: readonly string[] | undefined) => void
  onClose: () => void
}) {
  const [name, setName] = useState(stored?.name ?? '')
  const [baseUrl, setBaseUrl] = useState(stored?.baseUrl ?? '')
  const [apiKey, setApiKey] = useState('')
  const [removeKey, setRemoveKey] = useState(false)
  /** Undefined while the stored headers stay. */
  const [headers, setHeaders] = useState<HeaderDraft[]>()
  const [asked, setAsked] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [saving, setSaving] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const trial = useServerTest()
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const address = tidyAddress(baseUrl)
  const moved = stored !== undefined && address !== '' && !isSameServer(address, stored.baseUrl)
  const hasSecrets = stored !== undefined && (stored.hasApiKey || stored.headerNames.length > 0)
  const hasKey = stored?.hasApiKey === true
  const wrongHeaders = headers?.some((draft) => headerProblem(draft, headers) !== undefined) ?? false

  const given = (): Pick<CommandInput<'save-endpoint'>, 'baseUrl' | 'apiKey' | 'headers'> => ({
    baseUrl: address,
    ...(apiKey !== '' ? { apiKey } : removeKey ? { apiKey: '' } : {}),
    ...(headers === undefined ? {} : { headers: readHeaders(headers) }),
  })
  /** True when what is typed can be sent; else the first wrong field has the focus. */
  const check = () => {
    setAsked(true)
    setProblem(undefined)
    if (address !== '' && !wrongHeaders) return true
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
    return false
  }
  const test = () => {
    if (check()) void trial.test({ ...(stored ? { id: stored.id } : {}), ...given() })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (saving || !check()) return
    setSaving(true)
    try {
      const endpoint = await client.call('save-endpoint', { ...(stored ? { id: stored.id } : {}), name: name.trim(), ...given() })
      forgetModelList(endpoint.id)
      await useSettings.getState().load()
      onSaved(endpoint, trial.result?.ok ? trial.result.models : undefined)
    } catch (error) {
      setProblem(errorWords(error))
      setSaving(false)
    }
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <form
      ref={form}
      className="server-form"
      aria-label={stored ? `Edit ${stored.name}` : 'Add a server'}
      onSubmit={save}
      onKeyDown={closeOnEscape}
    >
      <TextField label="Name" hint="What you call it. Empty: its address." value={name} onChange={setName} />
      <TextField
        label="Address"
        hint="Such as http://127.0.0.1:11434/v1 for a server on this computer."
        error={asked && address === '' ? 'Give the address of the server. Nothing was saved yet.' : undefined}
        value={baseUrl}
        onChange={(typed) => {
          setBaseUrl(typed)
          trial.clear()
        }}
      />
      {moved && hasSecrets && (
        <p className="hint warn" role="status">
          This is another server: the stored key and headers are dropped, unless you give them again.
        </p>
      )}
      <TextField label="Key" secret hint={keyHint(hasKey, moved, removeKey)} value={apiKey} onChange={setApiKey} />
      {hasKey && !moved && apiKey === '' && (
        <button type="button" className="link" onClick={() => setRemoveKey(!removeKey)}>
          {removeKey ? 'Keep the key' : 'Remove the key'}
        </button>
      )}
      <details className="fold" open={headers !== undefined || undefined}>
        <summary>
          Headers{stored && stored.headerNames.length > 0 && !moved ? `: ${stored.headerNames.join(', ')}` : ', if the server needs any'}
        </summary>
        {headers === undefined && stored && stored.headerNames.length > 0 && !moved ? (
          <>
            <p className="hint">Their values are stored and never shown.</p>
            <Button onClick={() => setHeaders(stored.headerNames.reduce<HeaderDraft[]>((rows, each) => withNewHeader(rows, each), []))}>
              Replace them
            </Button>
          </>
        ) : (
          <>
            <p className="hint">
              {stored && stored.headerNames.length > 0 && !moved
                ? 'These take the place of all that are stored: give each value again.'
                : 'Sent with every request, such as the name of a project. Kept encrypted like the key.'}
            </p>
            <HeaderFields drafts={headers ?? []} asked={asked} onChange={setHeaders} />
            {headers !== undefined && stored && stored.headerNames.length > 0 && !moved && (
              <button type="button" className="link" onClick={() => setHeaders(undefined)}>
                Keep the stored ones
              </button>
            )}
          </>
        )}
      </details>
      <div className="acts">
        <Button type="submit" variant="primary" busy={saving ? 'Saving…' : undefined}>
          {stored ? 'Save' : 'Add the server'}
        </Button>
        <Button busy={trial.testing ? 'Testing…' : undefined} onClick={test}>
          Test
        </Button>
        <Button variant="quiet" keys="Esc" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <TrialLines lines={trial.result?.lines} problem={trial.problem} />
      {problem !== undefined && (
        <p className="hint err" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
