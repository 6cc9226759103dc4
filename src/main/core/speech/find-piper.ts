import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, delimiter, isAbsolute, join } from 'node:path'

export interface FoundPiper {
  /** Paths of programs, the likeliest first. */
  programs: string[]
  voices: { path: string; name: string }[]
}

export interface PiperSurroundings {
  platform: NodeJS.Platform
  /** The person's home folder. */
  home: string
  env: Readonly<Record<string, string | undefined>>
}

/** Enough for every voice that somebody has; a folder with more is no folder of voices. */
const MOST_ENTRIES = 2000
const MOST_VOICES = 200

function programNames(platform: NodeJS.Platform): string[] {
  return platform === 'win32' ? ['piper.exe', 'piper-tts.exe'] : ['piper-tts', 'piper']
}

/** The folders of PATH and those in which installers and package tools put it. */
function programFolders({ platform, home, env }: PiperSurroundings): string[] {
  const path = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  const usual =
    platform === 'win32'
      ? [
          ...[env.LOCALAPPDATA, env.ProgramFiles, env.USERPROFILE].flatMap((folder) =>
            folder ? [join(folder, 'piper'), join(folder, 'Piper')] : [],
          ),
          ...(env.LOCALAPPDATA ? [join(env.LOCALAPPDATA, 'Programs', 'piper')] : []),
        ]
      : [
          '/usr/bin',
          '/usr/local/bin',
          '/opt/homebrew/bin',
          '/opt/piper',
          '/opt/piper-tts',
          '/usr/lib/piper-tts/bin',
          '/snap/bin',
          join(home, '.local/bin'),
          join(home, '.local/share/piper'),
          join(home, 'piper'),
          join(home, 'piper/piper'),
          join(home, 'bin'),
          ...(platform === 'darwin' ? ['/Applications/piper', join(home, 'Applications/piper')] : []),
        ]
  return [...new Set([...path, ...usual])]
}

function voiceFolders({ platform, home, env }: PiperSurroundings, programs: readonly string[]): string[] {
  const besides = programs.flatMap((program) => {
    const folder = join(program, '..')
    return [folder, join(folder, 'voices'), join(folder, 'models')]
  })
  const data = env.XDG_DATA_HOME ?? join(home, '.local/share')
  const usual =
    platform === 'win32'
      ? [env.LOCALAPPDATA, env.APPDATA, env.USERPROFILE].flatMap((folder) =>
          folder ? [join(folder, 'piper-voices'), join(folder, 'piper', 'voices')] : [],
        )
      : [
          join(data, 'piper'),
          join(data, 'piper/voices'),
          join(data, 'piper-tts'),
          join(data, 'piper-voices'),
          join(home, 'piper-voices'),
          join(home, 'piper/voices'),
          '/usr/share/piper-voices',
          '/usr/share/piper/voices',
          '/usr/local/share/piper-voices',
          '/opt/piper-voices',
          ...(platform === 'darwin' ? [join(home, 'Library/Application Support/piper')] : []),
        ]
  return [...new Set([...besides, ...usual])]
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return (await readdir(folder, { withFileTypes: true })).slice(0, MOST_ENTRIES)
  } catch {
    return []
  }
}

/** Voices in a folder, and up to four folders down in one of voices, as they are published (en/en_GB/alba/medium). */
async function voicesIn(folder: string, depth: number, found: Set<string>): Promise<void> {
  if (found.size >= MOST_VOICES) return
  const entries = await entriesOf(folder)
  const names = new Set(entries.map(({ name }) => name))
  for (const { name } of entries) if (/\.onnx$/i.test(name) && names.has(`${name}.json`)) found.add(join(folder, name))
  if (depth === 0) return
  for (const entry of entries)
    if (entry.isDirectory() && !entry.name.startsWith('.')) await voicesIn(join(folder, entry.name), depth - 1, found)
}

/** A file of that name; `piper` is also a tool for gaming mice on some systems, which the test of the voice finds out. */
async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

/** Looks for Piper and its voices in PATH and the usual folders of the system. Nothing is started, and nothing that is missing is an error. */
export async function findPiper(surroundings: PiperSurroundings): Promise<FoundPiper> {
  const programs: string[] = []
  for (const name of programNames(surroundings.platform)) {
    for (const folder of programFolders(surroundings)) {
      const path = join(folder, name)
      if (!programs.includes(path) && (await isFile(path))) programs.push(path)
    }
  }
  const found = new Set<string>()
  for (const folder of voiceFolders(surroundings, programs)) await voicesIn(folder, /voices|piper/i.test(basename(folder)) ? 4 : 0, found)
  return { programs, voices: [...found].map((path) => ({ path, name: basename(path).replace(/\.onnx$/i, '') })) }
}
