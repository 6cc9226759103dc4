import './briefings-section.css'
import type { Settings } from '../../../shared/contract/settings'
import { changeSettings } from '../../base/change'
import { Switch } from '../../ui/choice'
import { NumberField } from '../../ui/number-field'
import { Section } from '../../ui/section'

/** Whether thoughts get a briefing by themselves, and what that may cost. */
export function BriefingsSection({ settings }: { settings: Settings }) {
  return (
    <Section id="briefings" title="Briefings">
      <Switch name="Brief thoughts by themselves" checked={settings.autoBrief} onChange={(autoBrief) => void changeSettings({ autoBrief })}>
        A thought that is new or was changed gets a briefing once it has rested for ten minutes, in the background, at most one a day. Off:
        B on a thought makes one.
      </Switch>
      {settings.autoBrief && (
        <div className="briefings-more">
          <NumberField
            label="Shortest thought"
            unit="words"
            hint="A shorter one is read faster than it is heard."
            value={settings.autoBriefWords}
            min={1}
            max={100_000}
            onSave={(autoBriefWords) => void changeSettings({ autoBriefWords })}
          />
          <NumberField
            label="At most a day"
            unit="briefings"
            hint="With a model each costs a call. The ceilings above hold as well."
            value={settings.autoBriefPerDay}
            min={1}
            max={100}
            onSave={(autoBriefPerDay) => void changeSettings({ autoBriefPerDay })}
          />
        </div>
      )}
    </Section>
  )
}
