import { join, resolve } from 'node:path'

/**
 * The folder of the vault: what `--data` says, or CORTEXA_DATA, or the folder that the window uses when nobody says anything.
 */
export function chooseDataFolder(
  given: string | undefined,
  { env, cwd, platform, home }: { env: Record<string, string | undefined>; cwd: string; platform: NodeJS.Platform; home: string },
): string {
  const chosen = given || env.CORTEXA_DATA
  if (chosen) return resolve(cwd, chosen)
  const roots: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(home, 'Library', 'Application Support'),
    win32: env.APPDATA || join(home, 'AppData', 'Roaming'),
  }
  return join(roots[platform] ?? (env.XDG_CONFIG_HOME || join(home, '.config')), 'Cortexa', 'vault')
}
