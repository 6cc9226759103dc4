/** A part of a file as base64. Reading and coding are the browser's own work, beside the page. */
export function partAsBase64(file: Blob, from: number, to: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const address = String(reader.result)
      // An empty part is "data:" alone.
      resolve(address.includes(',') ? address.slice(address.indexOf(',') + 1) : '')
    }
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file.slice(from, to))
  })
}

/** "340 bytes", "12 kB", "1.4 MB". */
export function byteWords(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  const megabytes = bytes / 1_000_000
  return `${megabytes < 10 ? Math.round(megabytes * 10) / 10 : Math.round(megabytes)} MB`
}
