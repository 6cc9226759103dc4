import { z } from 'zod'
import { SharedThesis } from '../../../shared/hive-texts'
import { HOUR_MS } from '../../../shared/timing'

/** Hours that the clock of a peer may be ahead. */
export const LATEST_AHEAD_MS = 48 * HOUR_MS

/**
 * What a `.hive` file says, as JSON in UTF-8: the allowlist of what may leave. `id` is this file's own; `thread` names the thought between these
 * two people and nowhere else, and `revision` counts what went to the peer of it.
 */
export const HivePayload = z.strictObject({
  format: z.literal('cortexa-thought'),
  version: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{32}$/),
  thread: z.string().regex(/^[0-9a-f]{32}$/),
  revision: z.number().int().min(1).max(1_000_000),
  created: z.number().int().min(0).max(8_640_000_000_000_000),
  title: z.string().max(1000),
  body: z.string().max(5_000_000),
  tags: z.array(z.string().min(1).max(100)).max(100),
  thesis: SharedThesis.optional(),
})
export type HivePayload = z.infer<typeof HivePayload>

/** The very text that is signed and sealed: two spaces of indent, since a person reads it before it goes. */
export function writePayload(payload: HivePayload): string {
  return JSON.stringify(HivePayload.parse(payload), null, 2)
}

/** Null for anything that is not exactly such a payload. */
export function readPayload(text: string): HivePayload | null {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = HivePayload.safeParse(raw)
  return parsed.success ? parsed.data : null
}
