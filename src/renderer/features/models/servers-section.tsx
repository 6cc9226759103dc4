import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Settings } from '../../../shared/contract/settings'
import { client } from '../../base/client'
import { useSettings } from '../../base/settings-store'
import { Button } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { Section } from '../../ui/section'
import { showToast } from '../../ui/toast'
import { type FoundServer, FoundServers } from './found-servers'
import { chooseFirstModel } from './role-acts'
import { ServerForm } from './server-form'
import { ServerRow } from './server-row'

/** The stored model servers, those found on this computer, and the form that adds one. */
export function ServersSection({ settings }: { settings: Settings }) {
  const { endpoints } = settings
  const [adding, setAdding] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  const close = () => {
    setAdding(false)
    setTimeout(() => add.current?.focus())
  }
  const addFound = async ({ name, baseUrl, models }: FoundServer) => {
    try {
      const endpoint = await client.call('save-endpoint', { name, baseUrl })
      await useSettings.getState().load()
      await chooseFirstModel(useSettings.getState().settings ?? settings, endpoint, models)
    } catch (error) {
      showToast(errorWords(error))
    }
  }
  return (
    <Section id="servers" title="Model servers">
      <p>
        Any server that speaks the OpenAI protocol, on this computer or elsewhere. A key is kept encrypted and goes to its own server only.
      </p>
      {endpoints.length > 0 && (
        <ul className="servers" aria-label="Stored servers">
          {endpoints.map((endpoint) => (
            <ServerRow key={endpoint.id} endpoint={endpoint} settings={settings} />
          ))}
        </ul>
      )}
      <FoundServers stored={endpoints} onAdd={addFound} />
      {adding ? (
        <ServerForm
          onClose={close}
          onSaved={(endpoint, models) => {
            close()
            void chooseFirstModel(useSettings.getState().settings ?? settings, endpoint, models)
          }}
        />
      ) : (
        <Button ref={add} icon={Plus} onClick={() => setAdding(true)}>
          Add a server
        </Button>
      )}
    </Section>
  )
}
