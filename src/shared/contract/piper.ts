import { z } from 'zod'
import { command, windowOnly } from './define'

/** A program on this computer that reads aloud, and its voice: paths of files. Set by the window alone, because Cortexa starts it. */
export const PiperChoice = z.object({ program: z.string().min(1).max(4096), voice: z.string().min(1).max(4096) })
export type PiperChoice = z.infer<typeof PiperChoice>

const PiperState = z.object({
  chosen: PiperChoice.nullable(),
  /** Whether Piper reads aloud now; a choice that rests is kept. */
  inUse: z.boolean(),
  /** Why the chosen program or voice cannot be used, as a sentence; null when both are there. */
  problem: z.string().nullable(),
})

export const piperCommands = {
  'get-piper': command({
    summary: 'Which Piper program and voice are chosen',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({}),
    output: PiperState,
  }),
  'set-piper': command({
    summary: 'Choose the Piper program and its voice, or let it rest',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ chosen: PiperChoice.nullable(), inUse: z.boolean() }),
    output: PiperState,
  }),
  'find-piper': command({
    summary: 'Look for Piper and its voices where they are usually installed; starts nothing',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({}),
    output: z.object({ programs: z.array(z.string()), voices: z.array(z.object({ path: z.string(), name: z.string() })) }),
  }),
  'test-piper': command({
    summary: 'Have Piper speak one sentence; the sound is a WAV file in base64',
    effect: 'read',
    expose: windowOnly,
    input: PiperChoice.strict(),
    output: z.object({ wav: z.string(), seconds: z.number(), voice: z.string() }),
  }),
}
