/**
 * Puts text on the clipboard. Uses the desktop's own way when there is one; else the page's selection, which needs no
 * permission but must happen in a click or key press. Says whether the host will clear it after `clearAfterSeconds`.
 */
export async function copyText(text: string, clearAfterSeconds?: number): Promise<{ copied: boolean; clears: boolean }> {
  if (window.platform) {
    const copied = await window.platform.copyText(text, clearAfterSeconds)
    return { copied, clears: copied && clearAfterSeconds !== undefined }
  }
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr'
  const host = document.querySelector('dialog[open]') ?? document.body
  host.append(area)
  const before = document.activeElement
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return { copied, clears: false }
}
