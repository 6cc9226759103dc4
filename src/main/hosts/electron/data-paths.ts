import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface DataPaths {
  /** The folder of the vault; only the vault writes there. */
  dataDir: string
  /** Where Electron keeps its own files. Nothing of a thought is ever in it. */
  runtimeDir: string
}

/** The value of `--data DIR` or `--data=DIR`, or of CORTEXA_DATA, or else the usual folder. */
export function chooseDataDir(argv: readonly string[], environment: Record<string, string | undefined>, usual: string): string {
  const at = argv.findIndex((argument) => argument === '--data' || argument.startsWith('--data='))
  const given = at < 0 ? undefined : argv[at] === '--data' ? argv[at + 1] : argv[at]?.slice('--data='.length)
  return resolve(given || environment.CORTEXA_DATA || usual)
}

/** The folder's one true name, so that two ways of naming it meet at the same lock. Makes the folder, to have one. */
function trueName(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return realpathSync(path)
  } catch {
    // It cannot be a vault's folder then; the app itself says so once it has a window to say it in.
    return path
  }
}

/**
 * Makes the folder for Electron's own files beside the vault's folder, or below `fallbackRoot` where nothing may be
 * written beside it, such as for a vault at the top of a memory stick. One vault folder, one such folder: the lock
 * against a second start lives in it.
 */
export function preparePaths(dataDir: string, fallbackRoot: string): DataPaths {
  const vault = trueName(dataDir)
  const beside = `${vault}-runtime`
  try {
    mkdirSync(beside, { recursive: true, mode: 0o700 })
    return { dataDir: vault, runtimeDir: beside }
  } catch {
    const elsewhere = join(fallbackRoot, `runtime-${createHash('sha256').update(vault).digest('hex').slice(0, 16)}`)
    mkdirSync(elsewhere, { recursive: true, mode: 0o700 })
    return { dataDir: vault, runtimeDir: elsewhere }
  }
}
