import { lstatSync, readlinkSync } from 'node:fs'

export interface SystemZoneDeps {
  env: Record<string, string | undefined>
  platform: string
  /** Changes when the system's zone is set anew, as far as files tell. */
  stamp: () => string
}

/** The file that says which zone a Unix is in; a link to the zone's own file, or a copy of it. */
const ZONE_FILE = '/etc/localtime'

function stampOfFile(): string {
  try {
    const { mtimeMs, ino } = lstatSync(ZONE_FILE)
    return `${ino} ${mtimeMs}`
  } catch {
    return ''
  }
}

/** Where a link leads tells more than its age, which a restored backup may keep. */
function targetOfFile(): string {
  try {
    return readlinkSync(ZONE_FILE)
  } catch {
    return ''
  }
}

/**
 * The zone of this computer at the moment of asking, an IANA name. Node and Electron's main process keep the zone they started in (electron
 * #33723) until TZ is touched, which has them look again; that costs up to 30 ms where the system keeps a copy instead of a link, so on a
 * Unix it is done only after the file has changed. A TZ that a person set holds.
 */
export function createSystemZone(deps: Partial<SystemZoneDeps> = {}): () => string {
  const { env = process.env, platform = process.platform, stamp = () => `${stampOfFile()} ${targetOfFile()}` } = deps
  let seen = stamp()
  return () => {
    if (env.TZ === undefined) {
      const present = platform === 'win32' ? seen : stamp()
      if (platform === 'win32' || present !== seen) {
        seen = present
        Reflect.deleteProperty(env, 'TZ')
      }
    }
    return knownZone(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  }
}

/** Some systems name a zone that their own Intl does not take, such as "Etc/Unknown" (electron #44620). */
function knownZone(name: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
