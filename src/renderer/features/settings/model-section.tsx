import { useEffect, useState } from 'react'
import type { Settings } from '../../../shared/contract/settings'
import { changeSettings } from '../../base/change'
import { departures } from '../../base/model-place'
import { showSection } from '../../base/open-section'
import { hasTextModel } from '../../base/roles-in-force'
import { Choice } from '../../ui/choice'
import { Section } from '../../ui/section'
import { showToast } from '../../ui/toast'

/** Which texts leave this computer, and where they go, for everything as it is set now. */
function Privacy({ settings }: { settings: Settings }) {
  const sent = departures(settings)
  if (sent.length === 0) return <p>Your thoughts are worked on by this computer alone. Nothing leaves it.</p>
  return (
    <div className="leaving">
      <p>These texts leave this computer:</p>
      <ul>
        {sent.map(({ host, texts }) => (
          <li key={host}>
            to <b>{host}</b>: {texts.join('; ')}.
          </li>
        ))}
      </ul>
      <p>The rest stays here. Thoughts marked “Stays here” are never sent.</p>
    </div>
  )
}

/** Which texts leave, and whether models think at all. */
export function ModelSection({ settings }: { settings: Settings }) {
  const ready = hasTextModel(settings)
  /** "Model server" was pressed before there was a model to change to. */
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (ready) setWanted(false)
  }, [ready])
  const choose = async (engine: Settings['engine']) => {
    setWanted(engine === 'endpoint' && !ready)
    if (engine === settings.engine || (engine === 'endpoint' && !ready)) return
    if (await changeSettings({ engine }))
      showToast(engine === 'builtin' ? 'The built-in engine does the thinking now.' : 'The models you chose do the thinking now.')
  }
  return (
    <Section id="model" title="Model">
      <Privacy settings={settings} />
      <Choice
        legend="Who does the thinking"
        name="engine"
        value={wanted ? 'endpoint' : settings.engine}
        onChange={(engine) => void choose(engine)}
        options={[
          ['builtin', 'Built in', 'Works at once and without a network: outlines, links and summaries from your own words. No model.'],
          ['endpoint', 'Model server', 'The models chosen under Who does what. “Built in” keeps the choice for later.'],
        ]}
      />
      {wanted && (
        <p className="hint warn engine-hint" role="status">
          No model is chosen yet, so the built-in engine goes on.{' '}
          <button type="button" className="link" onClick={() => showSection(settings.endpoints.length === 0 ? 'servers' : 'roles')}>
            {settings.endpoints.length === 0 ? 'Add a model server' : 'Choose a model'}
          </button>
        </p>
      )}
    </Section>
  )
}
