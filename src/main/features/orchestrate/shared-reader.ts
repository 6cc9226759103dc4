import type { PartReader } from '../thinking/part-reader'

/** The same reader for steps that run side by side: a part that one of them is reading is not read a second time by the other. */
export function shareReads(reader: PartReader): PartReader {
  const reading = new Map<string, Promise<string>>()
  return {
    ...reader,
    read(part, instructions, budget, ask) {
      const key = JSON.stringify([instructions, budget, part])
      const known = reading.get(key)
      if (known) return known
      const read = reader.read(part, instructions, budget, ask)
      reading.set(key, read)
      void read.then(
        () => reading.delete(key),
        () => reading.delete(key),
      )
      return read
    },
  }
}
