import { create } from 'zustand'
import { client } from '../base/client'
import { saveEverything } from '../base/unsaved'
import { errorWords } from '../ui/error-words'
import { showToast } from '../ui/toast'

/** Whether the window asks before it locks a vault that could not take the last words. */
export const useLockQuestion = create<{ asking: boolean }>(() => ({ asking: false }))

/** Locks at once, whatever is unsaved. */
export async function lockNow(): Promise<void> {
  useLockQuestion.setState({ asking: false })
  try {
    await client.call('lock-vault', {})
  } catch (error) {
    showToast(errorWords(error))
  }
}

/** Saves everything typed, then locks. When something cannot be saved the person is asked first, since a lock would lose it. */
export async function lockVault(): Promise<void> {
  if (await saveEverything()) await lockNow()
  else useLockQuestion.setState({ asking: true })
}
