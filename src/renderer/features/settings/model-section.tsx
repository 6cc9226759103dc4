import { useState } from 'react'
import type { Settings } from '../../../shared/contract/settings'
import { showToast } from '../../ui/toast'
import { changeSettings } from './change'
import { Choice } from './choice'
import { modelPlace } from './model-place'
import { ModelServerForm } from './model-server-form'
import { Section } from './section'

/** Which engine does the model work, and the model server when one is used. */
export function ModelSection({ settings }: { settings: Settings }) {
  const known = settings.endpoint.baseUrl !== ''
  const [showForm, setShowForm] = useState(settings.engine === 'endpoint')
  const choose = async (engine: Settings['engine']) => {
    setShowForm(engine === 'endpoint')
    // Without an address there is nothing to change to yet: the form comes first.
    if (engine === 'endpoint' && !known) return
    if (await changeSettings({ engine }))
      showToast(engine === 'builtin' ? 'The built-in engine does the work now.' : 'The model server does the work now.')
  }
  const where = modelPlace(settings)
  return (
    <Section id="model" title="Model">
      <p>
        {where.local
          ? 'Your thoughts are worked on by this computer alone. Nothing leaves it.'
          : `The texts of Deep Think, summaries and briefings are sent to ${where.host}. Thoughts marked “Stays here” are not.`}
      </p>
      <Choice
        legend="Who does the work"
        name="engine"
        value={showForm ? 'endpoint' : 'builtin'}
        onChange={(engine) => void choose(engine)}
        options={[
          ['builtin', 'Built in', 'Works at once and without a network: outlines, links and summaries from your own words. No model.'],
          ['endpoint', 'Model server', 'Any server that speaks the OpenAI protocol, on this computer or elsewhere.'],
        ]}
      />
      {showForm && <ModelServerForm key={settings.endpoint.baseUrl} settings={settings} />}
    </Section>
  )
}
