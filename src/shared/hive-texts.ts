import { z } from 'zod'
import { EngineLabel, Gate, Id, Lens, ThesisConfidence, Timestamp } from './entities'

/**
 * A thesis as it may leave the vault: nothing that points at, quotes or names another thought. The keys and their order are the file format
 * (docs/decisions/0013).
 */
export const SharedThesis = z.strictObject({
  core: z.string().min(1).max(20_000),
  problem_statement: z.string().max(20_000).optional(),
  sub_questions: z.array(z.string().max(20_000)).max(100),
  supporting_arguments: z.array(z.string().max(20_000)).max(100),
  risks: z.array(z.string().max(20_000)).max(100),
  prior_art: z.array(z.string().max(20_000)).max(100),
  open_questions: z.array(z.string().max(20_000)).max(100),
  next_steps: z.array(z.string().max(20_000)).max(100),
  confidence: ThesisConfidence.optional(),
  lenses: z.array(Lens.strict()).max(8),
  gates: z.array(Gate.strict()).length(8),
  /** Whether a model made it, or the built-in outline. Which model is not said. */
  made_by: z.enum(['builtin', 'model']),
})
export type SharedThesis = z.infer<typeof SharedThesis>

/** What goes, word for word, and what does not. Nothing has left. */
export const SharePreview = z.object({
  /** To be given to the command that shares: what is sealed is this text and no other. */
  previewId: Id,
  itemId: Id,
  peer: z.object({ id: Id, name: z.string(), verified: z.boolean(), feedFolder: z.string().nullable() }),
  /** The text that is signed and sealed, byte for byte. */
  payload: z.string(),
  /** Bytes of the file. */
  bytes: z.number().int(),
  title: z.string(),
  body: z.string(),
  tags: z.array(z.string()),
  thesis: SharedThesis.nullable(),
  /** Null when the thought has no finished thesis. */
  hasThesis: z.boolean(),
  /** What stays here, each as a short phrase. */
  staysHere: z.array(z.string()),
  /** 1 for the first time that this thought goes to this peer. */
  revision: z.number().int(),
})
export type SharePreview = z.infer<typeof SharePreview>

export const CrossSide = z.object({
  /** Null when the item was erased since. */
  itemId: Id.nullable(),
  title: z.string(),
  core: z.string(),
  /** What was compared, numbered from 1: a citation such as A2 or B3 means one of these. */
  points: z.array(z.string()),
})
export type CrossSide = z.infer<typeof CrossSide>

/** One finding with the points it rests on. */
export const CrossPoint = z.object({ text: z.string(), a: z.array(z.number().int().positive()), b: z.array(z.number().int().positive()) })
export type CrossPoint = z.infer<typeof CrossPoint>

/** A peer's thesis (A) beside one of the person's own (B). */
export const CrossSynthesis = z.object({
  itemId: Id,
  peerName: z.string(),
  a: CrossSide,
  b: CrossSide,
  agreements: z.array(CrossPoint),
  disagreements: z.array(CrossPoint),
  novelCombinations: z.array(CrossPoint),
  synthesis: z.string(),
  engine: EngineLabel,
  /** Findings that named no point of either side: left out, and counted here. */
  dropped: z.number().int().nonnegative(),
  createdAt: Timestamp,
})
export type CrossSynthesis = z.infer<typeof CrossSynthesis>
