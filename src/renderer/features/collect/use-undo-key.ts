import { useEffect } from 'react'
import { isCommandKey, isTyping } from '../../ui/keys'
import { undoDecision } from './proposals-store'

/** Z and Ctrl Z take back the newest decision while the review is open, wherever the focus went when its last row was decided. */
export function useUndoKey(lettersOn: boolean): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.key.toLowerCase() !== 'z' || isTyping(event.target) || document.querySelector('dialog[open]'))
        return
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
      if (!isCommandKey(event) && !(isPlain && lettersOn)) return
      if (undoDecision()) {
        event.preventDefault()
      }
    }
    // A toast of something else is undone by the shell first.
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [lettersOn])
}
