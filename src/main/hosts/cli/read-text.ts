import { createReadStream, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { Failure } from './failure'
import type { Io } from './io'

/** Above the largest thought, 16 million characters of at most four bytes. */
const MOST_BYTES = 64 * 1024 * 1024

/** All of a stream as text. Throws Failure when it is too large or not UTF-8, so that nothing half or garbled is saved. */
async function readAll(stream: Readable, what: string): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    const part = Buffer.from(chunk as Uint8Array)
    bytes += part.length
    if (bytes > MOST_BYTES) throw new Failure('usage', `${what} is larger than the 64 MB that one thought may have. Cut it into parts.`)
    chunks.push(part)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new Failure('usage', `${what} is not text in UTF-8, so nothing was saved. Save it as UTF-8 and try again.`)
  }
}

export const readStandardInput = (io: Io): Promise<string> => readAll(io.stdin, 'Standard input')

export async function readLines(io: Io): Promise<string[]> {
  return (await readStandardInput(io)).split(/\r?\n/)
}

/** The text of a file, or of standard input for "-". */
export async function readTextFile(io: Io, name: string): Promise<string> {
  if (name === '-') return readStandardInput(io)
  const path = resolve(io.cwd, name)
  try {
    if (statSync(path).isDirectory()) throw new Failure('usage', `${name} is a folder. Name a file.`)
    return await readAll(createReadStream(path), name)
  } catch (error) {
    if (error instanceof Failure) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new Failure('usage', code === 'ENOENT' ? `There is no file ${name}.` : `${name} cannot be read (${code ?? 'unknown reason'}).`)
  }
}
