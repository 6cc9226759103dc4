import type { CommandInput } from '../../shared/contract'
import type { Settings } from '../../shared/contract/settings'
import { errorWords } from '../ui/error-words'
import { showToast } from '../ui/toast'
import { useSettings } from './settings-store'

/** Changes settings at once; a failure is said in a toast and the old value stays. True when it was saved. */
export async function changeSettings(change: CommandInput<'update-settings'>): Promise<boolean> {
  try {
    await useSettings.getState().update(change)
    return true
  } catch (error) {
    showToast(errorWords(error))
    return false
  }
}

let turn: Promise<unknown> = Promise.resolve()

/**
 * Changes one part of a setting that is saved whole, such as one ceiling of several. Changes wait for each other, so that two fields left
 * in quick succession are both kept. True when it was saved.
 */
export function changeSettingsFrom(make: (current: Settings) => CommandInput<'update-settings'>): Promise<boolean> {
  const next = turn.then(() => {
    const { settings } = useSettings.getState()
    return settings ? changeSettings(make(settings)) : false
  })
  turn = next
  return next
}
