import { z } from 'zod'
import { command, commandLine, programs } from './define'
import { Roles, StoredEndpoint } from './endpoints'
import { SearchEngineId } from './network'
import { Ceilings, ModelPrice } from './usage'

/** Settings as they are stored. */
export const StoredSettings = z.object({
  /** Whether thinking goes to the models of `roles`, or stays with the built-in engine whatever they say. */
  engine: z.enum(['builtin', 'endpoint']),
  roles: Roles,
  autoSummary: z.boolean(),
  /** A thought that is new or was changed, and has rested, gets a briefing by itself. */
  autoBrief: z.boolean(),
  /** Only for thoughts of so many words or more. */
  autoBriefWords: z.number().int().min(1).max(100_000),
  /** At most so many within 24 hours. */
  autoBriefPerDay: z.number().int().min(1).max(100),
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
  /** Nothing is asked of the web, and no model on another computer. */
  localOnly: z.boolean(),
  /** Who searches the web; keys and addresses are kept apart (`list-search-engines`). */
  searchEngine: SearchEngineId,
})
export type StoredSettings = z.infer<typeof StoredSettings>

/** Settings as read, with the servers that roles may name. Keys are never handed out. */
export const Settings = StoredSettings.extend({
  endpoints: z.array(StoredEndpoint),
  /** The embedding model that is being changed to: texts go there as well. Null for the built-in one, and while nothing is changed. */
  nextEmbedder: Roles.shape.embedder,
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
    summary: 'Change settings; what is left out stays. The embedding model is changed by `start-embedding-change`',
    effect: 'write',
    expose: commandLine,
    input: z.strictObject({
      engine: Settings.shape.engine.optional(),
      roles: Roles.omit({ embedder: true }).partial().optional(),
      autoSummary: z.boolean().optional(),
      autoBrief: z.boolean().optional(),
      autoBriefWords: Settings.shape.autoBriefWords.optional(),
      autoBriefPerDay: Settings.shape.autoBriefPerDay.optional(),
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
      localOnly: Settings.shape.localOnly.optional(),
    }),
    output: Settings,
  }),
}
