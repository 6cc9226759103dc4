/** How many samples a sound has at another rate. */
export function resampledLength(length: number, from: number, to: number): number {
  return length === 0 ? 0 : Math.max(1, Math.round((length * to) / from))
}

/** Fills `out` from `start` up to `end` with the same sound at another rate, by straight lines between the samples. */
export function resampleInto(
  out: Int16Array,
  { start, end }: { start: number; end: number },
  samples: Int16Array,
  from: number,
  to: number,
): void {
  const step = from / to
  const last = samples[samples.length - 1] ?? 0
  for (let index = start; index < end; index += 1) {
    const place = index * step
    const left = Math.floor(place)
    const before = samples[left] ?? last
    const after = samples[left + 1] ?? before
    out[index] = Math.round(before + (after - before) * (place - left))
  }
}
