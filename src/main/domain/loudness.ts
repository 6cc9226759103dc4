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
