export interface HostTurnsDeps {
  /** Milliseconds, from a clock that is not set back. */
  elapsed: () => number
  /** Rejects when the signal aborts. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Requests at once to one host. */
  perHost: number
}

interface Host {
  running: number
  /** When the next request may start. */
  nextAt: number
  waiting: (() => void)[]
}

/** Hosts remembered; those at rest are forgotten beyond. */
const MOST_HOSTS = 500

/** Lets a host be asked by so many at once and not too soon after the last time, first come first served. */
export function createHostTurns({ elapsed, sleep, perHost }: HostTurnsDeps) {
  const hosts = new Map<string, Host>()

  function hostOf(name: string): Host {
    const known = hosts.get(name)
    if (known) return known
    if (hosts.size >= MOST_HOSTS) {
      for (const [key, host] of hosts) if (host.running === 0 && host.waiting.length === 0 && host.nextAt <= elapsed()) hosts.delete(key)
    }
    const host: Host = { running: 0, nextAt: 0, waiting: [] }
    hosts.set(name, host)
    return host
  }

  function free(host: Host, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        host.waiting.splice(host.waiting.indexOf(go), 1)
        reject(signal.reason)
      }
      const go = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      host.waiting.push(go)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** Waits for a turn; gives what ends it. `paceMs` is the least time between two starts. Rejects with the signal's reason. */
  return async function take(name: string, paceMs: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const host = hostOf(name)
    if (host.running >= perHost) await free(host, signal)
    else host.running += 1
    const done = () => {
      const next = host.waiting.shift()
      // The place goes straight to who waited longest.
      if (next) next()
      else host.running -= 1
    }
    try {
      const startAt = Math.max(host.nextAt, elapsed())
      host.nextAt = startAt + paceMs
      const wait = startAt - elapsed()
      if (wait > 0) await sleep(wait, signal)
      signal.throwIfAborted()
    } catch (error) {
      done()
      throw error
    }
    return done
  }
}

export type HostTurns = ReturnType<typeof createHostTurns>
