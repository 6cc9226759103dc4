import { errorWords } from '../ui/error-words'
import { showToast } from '../ui/toast'

/** Runs an action and answers whether it succeeded; a failure shows as a toast. */
export async function attempt(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    showToast(errorWords(error))
    return false
  }
}
