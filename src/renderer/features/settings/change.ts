import type { CommandInput } from '../../../shared/contract'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'
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
