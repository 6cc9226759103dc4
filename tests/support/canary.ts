import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Every form in which a text may lie in a file. */
export function formsOf(word: string): Map<string, Buffer> {
  const utf8 = Buffer.from(word, 'utf8')
  const forms = new Map<string, Buffer>([
    ['UTF-8', utf8],
    ['UTF-16LE', Buffer.from(word, 'utf16le')],
    ['hex', Buffer.from(utf8.toString('hex'))],
    ['HEX', Buffer.from(utf8.toString('hex').toUpperCase())],
    ['lower case', Buffer.from(word.toLowerCase())],
  ])
  // Base64 depends on where the word begins in its group of three: the letters in the middle are the same in each case.
  for (const shift of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(shift), utf8])
      .toString('base64')
      .replace(/=+$/, '')
    forms.set(`base64+${shift}`, Buffer.from(text.slice(shift === 0 ? 0 : shift + 1, -2)))
  }
  const percent = [...utf8].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')
  forms.set('percent', Buffer.from(percent))
  return forms
}

export interface Find {
  file: string
  word: string
  form: string
}

function searchBytes(file: string, bytes: Buffer, words: readonly string[]): Find[] {
  const found: Find[] = []
  for (const word of words) {
    for (const [form, pattern] of formsOf(word)) if (bytes.includes(pattern)) found.push({ file, word, form })
  }
  for (let at = bytes.indexOf(Buffer.from([0x1f, 0x8b, 0x08])); at >= 0; at = bytes.indexOf(Buffer.from([0x1f, 0x8b, 0x08]), at + 1)) {
    try {
      const inner = gunzipSync(bytes.subarray(at), { maxOutputLength: 50_000_000 })
      for (const word of words) if (inner.includes(word)) found.push({ file, word, form: 'gzip' })
    } catch {
      // Three bytes that look like gzip are not gzip.
    }
  }
  return found
}

/** Looks through every file below the folders for the words, in every form. */
export function findInFolders(folders: readonly string[], words: readonly string[]): Find[] {
  const found: Find[] = []
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, entry)
      const bytes = readIfFile(path)
      if (bytes) found.push(...searchBytes(path, bytes, words))
    }
  }
  return found
}

/** Looks through files that a process holds open after they were deleted: SQLite's temporary files are such. */
export function findInDeletedFiles(pids: readonly number[], words: readonly string[]): Find[] {
  const found: Find[] = []
  for (const pid of pids) {
    for (const fd of listFolder(`/proc/${pid}/fd`)) {
      const path = `/proc/${pid}/fd/${fd}`
      try {
        const target = readlinkSync(path)
        if (!target.endsWith(' (deleted)') || target.startsWith('/memfd:') || target.startsWith('/dev/shm/')) continue
      } catch {
        continue
      }
      const bytes = readIfFile(path)
      if (bytes) found.push(...searchBytes(path, bytes, words))
    }
  }
  return found
}

/** A process and all below it. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>()
  for (const name of listFolder('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const parent = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')[1]
      parents.set(Number(name), Number(parent))
    } catch {
      // It ended meanwhile.
    }
  }
  const tree = [root]
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  return tree
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

function readIfFile(path: string): Buffer | null {
  try {
    return statSync(path).isFile() ? readFileSync(path) : null
  } catch {
    return null
  }
}
