import type { Settings } from '../../../shared/contract/settings'
import { changeSettings } from '../../base/change'
import { Switch } from '../../ui/choice'
import { NumberField } from '../../ui/number-field'
import { Section } from '../../ui/section'

/** How long and how much one model call may be, how long finished jobs are kept, and whether summaries are made by themselves. */
export function LimitsSection({ settings }: { settings: Settings }) {
  return (
    <Section id="limits" title="Limits">
      <NumberField
        label="Time limit of one model call"
        unit="seconds"
        hint="A slow model on this computer can need ten minutes for one answer."
        value={settings.modelTimeoutSeconds}
        min={5}
        max={7200}
        onSave={(modelTimeoutSeconds) => void changeSettings({ modelTimeoutSeconds })}
      />
      <NumberField
        label="Context of a model"
        unit="tokens"
        hint="What it reads at once; longer thoughts are read in parts. Ollama’s default is 4,096 unless changed. Thinker and Worker can have their own."
        value={settings.contextTokens}
        min={1024}
        max={10_000_000}
        onSave={(contextTokens) => void changeSettings({ contextTokens })}
      />
      <NumberField
        label="Longest answer"
        unit="tokens"
        hint="More room lets a thesis be finished that was cut off; it also takes longer."
        value={settings.maxOutputTokens}
        min={256}
        max={131_072}
        onSave={(maxOutputTokens) => void changeSettings({ maxOutputTokens })}
      />
      <NumberField
        label="Keep finished jobs"
        unit="days"
        hint="After that they are deleted with their prompts and replies. Jobs that failed for good stay until you discard them."
        value={settings.keepJobsDays}
        min={1}
        max={3650}
        onSave={(keepJobsDays) => void changeSettings({ keepJobsDays })}
      />
      <Switch
        name="Summarise new thoughts by themselves"
        checked={settings.autoSummary}
        onChange={(autoSummary) => void changeSettings({ autoSummary })}
      >
        One sentence for the list. Off: S on a thought writes one.
      </Switch>
    </Section>
  )
}
