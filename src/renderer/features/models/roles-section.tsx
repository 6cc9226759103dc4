import type { Settings } from '../../../shared/contract/settings'
import { hasTextModel } from '../../base/roles-in-force'
import { Section } from '../../ui/section'
import { EmbedderRow } from './embedder-row'
import { TextRoleRow } from './text-role-row'
import { VoiceRow } from './voice-row'

/** Who does what: for each role a server and its model. */
export function RolesSection({ settings }: { settings: Settings }) {
  const resting = settings.engine === 'builtin' && hasTextModel(settings)
  return (
    <Section id="roles" title="Who does what">
      {settings.endpoints.length === 0 ? (
        <p>The built-in engine does everything. Add a model server above to choose models.</p>
      ) : (
        <p>
          {resting
            ? 'Thinker and Worker rest: the built-in engine does their work until you choose “Model server” above. Embedder and Voice go on.'
            : 'A change holds for what is done from now on. Work that runs is finished as it began.'}
        </p>
      )}
      <div className="roles">
        <div className="roles-head" aria-hidden="true">
          <span />
          <span>Server</span>
          <span>Model</span>
        </div>
        <TextRoleRow who="thinker" settings={settings} />
        <TextRoleRow who="worker" settings={settings} />
        <EmbedderRow settings={settings} />
        <VoiceRow settings={settings} />
      </div>
    </Section>
  )
}
