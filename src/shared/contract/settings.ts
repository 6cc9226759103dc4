import { z } from 'zod'
import { command, programs, windowOnly } from './define'
import { Ceilings, ModelPrice } from './usage'

export const EndpointSettings = z.object({
  /** Such as http://127.0.0.1:11434/v1; empty when no model server is chosen and the built-in engine works. */
  baseUrl: z.string().max(2000),
  model: z.string().max(300),
  embeddingModel: z.string().max(300),
})

/** Settings as read. The key itself is never handed out: only whether one is stored. */
export const Settings = z.object({
  endpoint: EndpointSettings,
  hasApiKey: z.boolean(),
  /** Whether model work goes to the endpoint or stays with the built-in engine. */
  engine: z.enum(['builtin', 'endpoint']),
  autoSummary: z.boolean(),
  autoLockMinutes: z.number().int().min(1).max(1440).nullable(),
  theme: z.enum(['system', 'light', 'dark']),
  /** Total time limit of one model call, in seconds. */
  modelTimeoutSeconds: z.number().int().min(5).max(7200),
  /** Output budget of one model call, in tokens. */
  maxOutputTokens: z.number().int().min(256).max(131_072),
  /** Context of the model, in tokens: longer texts are read in parts. */
  contextTokens: z.number().int().min(1024).max(10_000_000),
  singleKeyShortcuts: z.boolean(),
  /** Finished jobs, and their traces, are deleted after this many days. */
  keepJobsDays: z.number().int().min(1).max(3650),
  prices: z.array(ModelPrice).max(100),
  currency: z.string().max(8),
  ceilings: Ceilings,
})
export type Settings = z.infer<typeof Settings>

export const settingsCommands = {
  'get-settings': command({
    summary: 'The settings; the API key is never in them',
    effect: 'read',
    expose: programs,
    input: z.strictObject({}),
    output: Settings,
  }),
  'update-settings': command({
    summary:
      'Change settings; what is left out stays. `apiKey` "" removes the stored key, and so does another server without a key of its own',
    effect: 'write',
    expose: programs,
    input: z.strictObject({
      engine: Settings.shape.engine.optional(),
      endpoint: EndpointSettings.partial().strict().optional(),
      apiKey: z.string().max(2000).optional(),
      autoSummary: z.boolean().optional(),
      autoLockMinutes: Settings.shape.autoLockMinutes.optional(),
      theme: Settings.shape.theme.optional(),
      modelTimeoutSeconds: Settings.shape.modelTimeoutSeconds.optional(),
      maxOutputTokens: Settings.shape.maxOutputTokens.optional(),
      contextTokens: Settings.shape.contextTokens.optional(),
      singleKeyShortcuts: z.boolean().optional(),
      keepJobsDays: Settings.shape.keepJobsDays.optional(),
      prices: Settings.shape.prices.optional(),
      currency: Settings.shape.currency.optional(),
      ceilings: Settings.shape.ceilings.optional(),
    }),
    output: Settings,
  }),
  'discover-endpoints': command({
    summary: 'Model servers that answer on this computer at their usual ports',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({}),
    output: z.object({ endpoints: z.array(z.object({ name: z.string(), baseUrl: z.string(), models: z.array(z.string()) })) }),
  }),
  'test-endpoint': command({
    summary: 'Ask the model server whether it is reachable, takes the key and has the model; each line is a sentence',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({
      baseUrl: z.string().max(2000),
      apiKey: z.string().max(2000).optional(),
      model: z.string().max(300).optional(),
      embeddingModel: z.string().max(300).optional(),
    }),
    output: z.object({ ok: z.boolean(), lines: z.array(z.object({ ok: z.boolean(), text: z.string() })), models: z.array(z.string()) }),
  }),
}
