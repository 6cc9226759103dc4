import { AppError } from '../../shared/errors'

/** Offers bytes as a file, through the browser's own download. The desktop window takes part in no downloads. */
export function saveAs(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has its own hold on the data once it has begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/**
 * Offers a text as a file: the desktop asks where it goes, a browser downloads it. Answers the name that the file was given, as far as it is
 * known; null when the person chose no place. Throws AppError.
 */
export async function saveText(name: string, text: string, mime: string): Promise<string | null> {
  if (!window.platform) {
    saveAs(new Blob([text], { type: `${mime};charset=utf-8` }), name)
    return name
  }
  const result = await window.platform.saveText(name, text)
  if (!result.ok) throw new AppError(result.error.code, result.error.message)
  return typeof result.data === 'string' ? result.data : null
}
