import { Failure } from './failure'
import type { Io } from './io'

/** Asks on the terminal, showing nothing of what is typed. Throws Failure when the person stops with Ctrl+C. */
export function askPassphrase(io: Io, question: string): Promise<string> {
  const { stdin } = io
  return new Promise((resolve, reject) => {
    let typed = ''
    const finish = (act: () => void) => {
      stdin.off('data', read)
      stdin.setRawMode?.(false)
      stdin.pause()
      io.error('\n')
      act()
    }
    const read = (chunk: Buffer | string) => {
      for (const key of String(chunk)) {
        if (key === '\r' || key === '\n') return finish(() => resolve(typed))
        if (key === '\u0003' || key === '\u0004') return finish(() => reject(new Failure('interrupted', 'Stopped. Nothing was changed.')))
        if (key === '\u007f' || key === '\b') typed = [...typed].slice(0, -1).join('')
        else typed += key
      }
    }
    io.error(question)
    stdin.setRawMode?.(true)
    stdin.setEncoding('utf8')
    stdin.on('data', read)
    stdin.resume()
  })
}
