import { useEffect } from 'react'
import { useNavigation } from '../base/navigation-store'
import { useCapture } from '../features/capture/capture-store'
import { showWholeGraph } from '../features/graph/graph-store'
import { useDrafts } from '../features/items/draft-store'
import { openPalette } from '../features/search/search-store'
import { isCommandKey, isTyping } from '../ui/keys'
import { undoToast } from '../ui/toast'
import { lockVault } from './lock-vault'

/** Saves and ends the editing of the open thought, wherever the focus went; false when it is not being edited. */
function endEditing(): boolean {
  const { itemId } = useNavigation.getState()
  const { drafts, end } = useDrafts.getState()
  if (itemId === undefined || drafts[itemId] === undefined) return false
  void end(itemId)
  return true
}

/**
 * The keys that work everywhere in an open vault: Ctrl K, Ctrl N, Ctrl G, Ctrl L, Ctrl Enter for what is being edited, and Ctrl Z for the
 * toast's Undo outside text fields.
 */
export function useShellKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isCommandKey(event)) return
      const key = event.key.toLowerCase()
      if (key === 'l') void lockVault()
      else if (key === 'z' && !isTyping(event.target)) {
        if (!undoToast()) return
      } else if (document.querySelector('dialog[open]')) return
      else if (key === 'k') openPalette()
      else if (key === 'n') useCapture.getState().show()
      else if (key === 'g') showWholeGraph()
      else if (key === 'enter') {
        if (!endEditing()) return
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
