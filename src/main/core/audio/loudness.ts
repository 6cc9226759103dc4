/** Below this a sample counts as silence: 0.3 % of full scale. */
const silence = 100

/** The loudest sample after normalising: 1 dB below full scale, so that a player's resampling does not clip. */
const targetPeak = Math.round(32_767 * 10 ** (-1 / 20))

/** At most this much louder (12 dB), so that near silence is not made into noise. */
const largestGain = 4

/** The part between the first and the last sample that can be heard; a view, empty when none can. */
export function trimSilence(samples: Int16Array): Int16Array {
  let start = 0
  let end = samples.length
  while (start < end && Math.abs(samples[start] ?? 0) < silence) start += 1
  while (end > start && Math.abs(samples[end - 1] ?? 0) < silence) end -= 1
  return samples.subarray(start, end)
}

/** Brings the loudest sample to 1 dB below full scale, in place, with one factor for all, so that sentences keep their balance. */
export function normalisePeak(samples: Int16Array): void {
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  if (peak === 0) return
  const gain = Math.min(targetPeak / peak, largestGain)
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.round((samples[index] ?? 0) * gain)
}

/** Speech is measured in stretches of 400 ms, each a fourth further on (the blocks of ITU-R BS.1770-4, without its filter for low notes). */
const BLOCK_SECONDS = 0.4
const HOP_SECONDS = 0.1
/** Blocks quieter than this, relative to full scale, are silence; so are those 10 dB below the mean of the rest. */
const absoluteGate = 10 ** (-60 / 20)
const relativeGate = 10 ** (-10 / 20)

/** The level that parts of one reading are brought to: −20 dB below full scale, as loud as an audio book. */
export const speechTarget = 10 ** (-20 / 20)
/** Nothing is made more than 12 dB louder or quieter: what is further away is a fault, not a voice. */
const mostGain = 4

/**
 * How loud speech is: the root of the mean square over the stretches in which somebody speaks, as a share of full scale. 0 for silence.
 * The pauses do not count, so a part with long ones is as loud as one without.
 */
export function speechLevel(samples: Int16Array, sampleRate: number): number {
  const hop = Math.max(1, Math.round(sampleRate * HOP_SECONDS))
  const squares = new Float64Array(Math.max(1, Math.ceil(samples.length / hop)))
  for (let index = 0; index < samples.length; index += 1) {
    const sample = (samples[index] ?? 0) / 32_768
    const at = Math.floor(index / hop)
    squares[at] = (squares[at] ?? 0) + sample * sample
  }
  const hops = Math.round(BLOCK_SECONDS / HOP_SECONDS)
  const blocks: number[] = []
  for (let at = 0; at < Math.max(1, squares.length - hops + 1); at += 1) {
    const end = Math.min(at + hops, squares.length)
    let sum = 0
    for (let index = at; index < end; index += 1) sum += squares[index] ?? 0
    const length = Math.min(end * hop, samples.length) - at * hop
    if (length > 0) blocks.push(sum / length)
  }
  const mean = (values: readonly number[]) => (values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length)
  const heard = blocks.filter((block) => block > absoluteGate ** 2)
  const floor = mean(heard) * relativeGate ** 2
  return Math.sqrt(mean(heard.filter((block) => block > floor)))
}

/** The factor that brings speech of a level to the target, within 12 dB; 1 for silence. */
export function evenGain(level: number, target = speechTarget): number {
  return level === 0 ? 1 : Math.min(mostGain, Math.max(1 / mostGain, target / level))
}

/** Above this the limiter begins to bend, so that nothing is ever cut off flat: 3 dB below full scale. */
const knee = 10 ** (-3 / 20)
const ceiling = 10 ** (-1 / 20)

/**
 * Makes the samples from `start` up to `end` louder or quieter by a factor, in place. Peaks above −3 dB are bent smoothly and stay below
 * −1 dB, whatever the factor; below that a sample is multiplied and nothing else.
 */
export function applyGain(samples: Int16Array, gain: number, start = 0, end = samples.length): void {
  for (let index = start; index < end; index += 1) {
    const value = ((samples[index] ?? 0) * gain) / 32_768
    const size = Math.abs(value)
    const bent = size <= knee ? size : knee + (ceiling - knee) * Math.tanh((size - knee) / (ceiling - knee))
    samples[index] = Math.round(Math.sign(value) * bent * 32_768)
  }
}
