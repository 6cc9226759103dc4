import type { Attachment } from '../../../shared/entities'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'
import { readFile } from './read-file'

/** Saves a copy of a file where the person says. It is no longer encrypted there. */
export async function saveCopy({ id, name }: Pick<Attachment, 'id' | 'name'>): Promise<void> {
  if (window.platform) {
    const result = await window.platform.saveAttachment(id)
    if (!result.ok) showToast(result.error.message)
    else if (result.data === true) showToast(`A copy of “${name}” was saved. It is not encrypted there.`)
    return
  }
  try {
    const blob = await readFile(id, () => true)
    if (!blob) return
    const address = URL.createObjectURL(blob)
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    // The download has its own hold on the data once it has begun.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  } catch (error) {
    showToast(errorWords(error))
  }
}
