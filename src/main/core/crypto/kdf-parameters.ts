/** Cost of Argon2id (version 1.3, one lane): `t` passes over `m` KiB of memory. */
export interface KdfParameters {
  t: number
  m: number
}

export interface KdfLimits {
  t: { min: number; max: number }
  m: { min: number; max: number }
}

/** Derives 32 bytes. The caller keeps and wipes `passphrase`. Salt has 16 bytes. */
export type RunKdf = (passphrase: Uint8Array, salt: Uint8Array, parameters: KdfParameters) => Promise<Buffer>

/** libsodium's MODERATE: 256 MiB, 3 passes. */
export const defaultKdf: KdfParameters = { t: 3, m: 256 * 1024 }

/**
 * What a header may ask for. The floor stops a header that was made cheap to guess, the ceiling one that would eat all
 * memory. 64 MiB and 3 passes is RFC 9106's second choice, and about five times OWASP's floor.
 */
export const kdfLimits: KdfLimits = { t: { min: 3, max: 10 }, m: { min: 64 * 1024, max: 1024 * 1024 } }

/** The time an unlock may take by its key derivation, in milliseconds. */
const targetMs = 1000

/**
 * Parameters for this computer: the default, halved in memory until the derivation fits in about one second, never below
 * the floor. Costs one derivation with the default. `clock` gives monotonic milliseconds.
 */
export async function calibrateKdf(runKdf: RunKdf, clock: () => number): Promise<KdfParameters> {
  const started = clock()
  const key = await runKdf(Buffer.from('calibration'), Buffer.alloc(16), defaultKdf)
  key.fill(0)
  return fitToTime(defaultKdf, clock() - started)
}

/** From what a derivation took, the parameters that come nearest to one second without passing it, within default and floor. */
export function fitToTime(measured: KdfParameters, tookMs: number): KdfParameters {
  // Time is proportional to memory and passes. The parameters in use are kept while they cost no more than the target.
  let { m } = defaultKdf
  const msPerKibibyte = Math.max(tookMs, 1) / (measured.m * measured.t)
  while (m > kdfLimits.m.min && m * defaultKdf.t * msPerKibibyte > targetMs) m /= 2
  return { t: defaultKdf.t, m }
}

export function withinLimits({ t, m }: KdfParameters, limits: KdfLimits): boolean {
  return t >= limits.t.min && t <= limits.t.max && m >= limits.m.min && m <= limits.m.max
}
