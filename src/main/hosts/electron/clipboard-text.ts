import { clipboard } from 'electron'

let clearing: NodeJS.Timeout | undefined

/** Puts text on the clipboard. With `clearAfterSeconds` it is taken off again, unless something else was copied since. */
export function copyText(text: string, clearAfterSeconds?: number): void {
  clearTimeout(clearing)
  clipboard.writeText(text)
  if (clearAfterSeconds === undefined) return
  clearing = setTimeout(async () => {
    // Newer versions of Electron answer with a promise.
    if ((await clipboard.readText()) === text) clipboard.clear()
  }, clearAfterSeconds * 1000)
}
