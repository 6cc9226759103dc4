export const isMac = typeof navigator !== 'undefined' && /^Mac/.test(navigator.platform)

/** The words on a key hint: "Ctrl K" as it is, or with the Command sign on a Mac. */
export function keyHint(keys: string, mac = isMac): string {
  return mac ? keys.replace('Ctrl Shift ', '⇧⌘').replace('Ctrl ', '⌘') : keys
}

/** Whether the key press belongs to a field the person types in, so that single letters must not act. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest('input, textarea, select, [role="textbox"]') !== null
}

/** Whether Ctrl (Command on a Mac) and nothing else is held with the key. */
export function isCommandKey(event: { ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean }, mac = isMac): boolean {
  return (mac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) && !event.altKey && !event.shiftKey
}
