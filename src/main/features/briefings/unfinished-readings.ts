import type { Sound } from '../../core/llm/speech-call'

/** What was spoken of one script so far. */
export interface Reading {
  parts: Map<string, Sound>
  /** Bytes of sound in it. */
  size(): number
  /** The script is read to its end: nothing of it is kept. */
  finish(): void
  /** It was broken off, and may go on later. */
  pause(): void
}

/**
 * Keeps in memory what was spoken of scripts that are not finished, by a key of the script and its voice. Above `mostBytes` the oldest that is
 * not being read goes first; one that is being read is never touched.
 */
export function createUnfinishedReadings(mostBytes: number) {
  const kept = new Map<string, { parts: Map<string, Sound>; readers: number }>()
  const sizeOf = (parts: Map<string, Sound>) => [...parts.values()].reduce((bytes, { samples }) => bytes + samples.byteLength, 0)

  function trim(): void {
    let bytes = [...kept.values()].reduce((sum, { parts }) => sum + sizeOf(parts), 0)
    for (const [key, { parts, readers }] of kept) {
      if (bytes <= mostBytes) return
      if (readers > 0) continue
      bytes -= sizeOf(parts)
      kept.delete(key)
    }
  }

  return {
    open(key: string): Reading {
      const entry = kept.get(key) ?? { parts: new Map<string, Sound>(), readers: 0 }
      entry.readers += 1
      kept.delete(key)
      kept.set(key, entry)
      const close = (): void => {
        entry.readers -= 1
        trim()
      }
      return {
        parts: entry.parts,
        size: () => sizeOf(entry.parts),
        finish() {
          if (kept.get(key) === entry) kept.delete(key)
          close()
        },
        pause: close,
      }
    },
    forget: () => kept.clear(),
  }
}
