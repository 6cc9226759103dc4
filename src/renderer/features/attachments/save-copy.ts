import type { Attachment } from '../../../shared/attachment'
import { errorWords } from '../../ui/error-words'
import { saveAs } from '../../ui/save-as'
import { showToast } from '../../ui/toast'
import { readFile } from './read-file'

/** Saves a copy of a file where the person says. It is no longer encrypted there. */
export async function saveCopy({ id, name }: Pick<Attachment, 'id' | 'name'>): Promise<void> {
  if (window.platform) {
    const result = await window.platform.saveAttachment(id)
    if (!result.ok) showToast(result.error.message)
    else if (typeof result.data === 'string') showToast(`A copy was saved as “${result.data}”. It is not encrypted there.`)
    return
  }
  try {
    const blob = await readFile(id, () => true)
    if (!blob) return
    saveAs(blob, name)
  } catch (error) {
    showToast(errorWords(error))
  }
}
