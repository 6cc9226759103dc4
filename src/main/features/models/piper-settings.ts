import { PiperChoice } from '../../../shared/contract/piper'
import type { SettingsStore } from '../../core/settings/settings-store'

export interface PiperSettings {
  chosen: PiperChoice | null
  /** Whether it reads aloud; a choice that rests is kept. */
  inUse: boolean
}

const KEY = 'piper'

/** The choice of Piper as the vault keeps it: apart from the other settings, since no program may read or set what Cortexa starts. */
export function readPiperSettings(settings: Pick<SettingsStore, 'readFlag'>): PiperSettings {
  try {
    const stored = JSON.parse(settings.readFlag(KEY) ?? 'null') as { chosen?: unknown; inUse?: unknown } | null
    const chosen = PiperChoice.safeParse(stored?.chosen)
    if (chosen.success) return { chosen: chosen.data, inUse: stored?.inUse === true }
  } catch {
    // What cannot be read is no choice.
  }
  return { chosen: null, inUse: false }
}

export function writePiperSettings(settings: Pick<SettingsStore, 'writeFlag'>, next: PiperSettings): void {
  settings.writeFlag(KEY, JSON.stringify(next.chosen === null ? { chosen: null, inUse: false } : next))
}
