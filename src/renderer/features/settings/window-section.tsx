import { useId } from 'react'
import type { Settings } from '../../../shared/contract/settings'
import { changeSettings } from '../../base/change'
import { Choice } from '../../ui/choice'
import { Section } from '../../ui/section'

const minutes = [1, 5, 10, 15, 30, 60, 240] as const

function words(value: number): string {
  if (value < 60) return value === 1 ? '1 minute' : `${value} minutes`
  if (value % 60 === 0) return value === 60 ? '1 hour' : `${value / 60} hours`
  return `${value} minutes`
}

/** Theme, and when the vault locks by itself. */
export function WindowSection({ settings }: { settings: Settings }) {
  const id = useId()
  const current = settings.autoLockMinutes
  const offered =
    current === null || minutes.some((value) => value === current) ? [...minutes] : [...minutes, current].sort((a, b) => a - b)
  return (
    <Section id="window" title="Window and lock">
      <Choice
        legend="Theme"
        name="theme"
        value={settings.theme}
        onChange={(theme) => void changeSettings({ theme })}
        options={[
          ['system', 'As the system'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
      />
      <div className="field">
        <label className="label" htmlFor={id}>
          Lock when nobody has touched the window for
        </label>
        <select
          id={id}
          className="input short-select"
          value={current ?? 'never'}
          onChange={(event) => void changeSettings({ autoLockMinutes: event.target.value === 'never' ? null : Number(event.target.value) })}
        >
          {offered.map((value) => (
            <option key={value} value={value}>
              {words(value)}
            </option>
          ))}
          <option value="never">Never</option>
        </select>
        <p className="hint">What you are typing is saved first. Running jobs wait and go on after the next unlock.</p>
      </div>
    </Section>
  )
}
