import { z } from 'zod'
import { Id } from '../entities'
import { command, commandLine, programs, windowOnly } from './define'

const ModelName = z.string().min(1).max(300)

/** A model on one of the stored servers. Without limits of its own, those of Settings hold. */
export const RoleModel = z.strictObject({
  endpointId: Id,
  model: ModelName,
  /** Tokens that prompt and answer may take together. */
  contextTokens: z.number().int().min(1024).max(10_000_000).optional(),
  /** Total time limit of one call. */
  timeoutSeconds: z.number().int().min(5).max(7200).optional(),
})
export type RoleModel = z.infer<typeof RoleModel>

export const RoleVoice = z.strictObject({
  endpointId: Id,
  model: ModelName,
  /** The name of a voice as the server knows it, such as "alloy". */
  voice: z.string().min(1).max(200),
})
export type RoleVoice = z.infer<typeof RoleVoice>

/**
 * Who does what. `thinker` (Deep Think) and `worker` (summaries, briefings, queries) stand in for each other where one is null; both null, or
 * an `embedder` or `voice` of null, is the built-in one.
 */
export const Roles = z.strictObject({
  thinker: RoleModel.nullable(),
  worker: RoleModel.nullable(),
  embedder: RoleModel.nullable(),
  voice: RoleVoice.nullable(),
})
export type Roles = z.infer<typeof Roles>

/** How a server was found to take structured output of a model. */
export const StructuredOutput = z.enum(['json_schema', 'json_object', 'prompt'])

/** A stored model server. Its key and the values of its headers are never handed out. */
export const StoredEndpoint = z.object({
  id: Id,
  name: z.string(),
  baseUrl: z.string(),
  hasApiKey: z.boolean(),
  headerNames: z.array(z.string()),
  /** False for an address on this computer. */
  leavesComputer: z.boolean(),
  /** What calls have shown so far, by model. */
  known: z.array(z.object({ model: z.string(), structuredOutput: StructuredOutput })),
})
export type StoredEndpoint = z.infer<typeof StoredEndpoint>

const Header = z.strictObject({ name: z.string().min(1).max(200), value: z.string().max(4000) })

export const endpointCommands = {
  'save-endpoint': command({
    summary:
      'Add a model server, or change one. What is left out stays; `apiKey` "" removes the key. A new address at another server loses key and headers unless they are given with it',
    effect: 'write',
    expose: commandLine,
    input: z.strictObject({
      id: Id.optional(),
      /** Its host when left out or empty. */
      name: z.string().max(100).optional(),
      baseUrl: z.string().max(2000).optional(),
      apiKey: z.string().max(2000).optional(),
      /** Sent with every request, all of them together; they replace those there were. */
      headers: z.array(Header).max(30).optional(),
    }),
    output: StoredEndpoint,
  }),
  'delete-endpoint': command({
    summary: 'Remove a model server with its key; roles that it had become free. Refused while it makes the embeddings',
    effect: 'write',
    expose: commandLine,
    input: z.strictObject({ id: Id }),
    output: z.object({}),
  }),
  'restore-endpoint': command({
    summary: 'Take the removal of a model server back, with its key and roles, within ten minutes',
    effect: 'write',
    expose: commandLine,
    input: z.strictObject({ id: Id }),
    output: StoredEndpoint,
  }),
  'list-endpoint-models': command({
    summary: 'The models a stored server says it has',
    effect: 'read',
    expose: commandLine,
    input: z.strictObject({ id: Id }),
    output: z.object({ models: z.array(z.object({ id: z.string(), contextTokens: z.number().nullable() })) }),
  }),
  'discover-endpoints': command({
    summary: 'Model servers that answer on this computer at their usual ports',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({}),
    output: z.object({ endpoints: z.array(z.object({ name: z.string(), baseUrl: z.string(), models: z.array(z.string()) })) }),
  }),
  'test-endpoint': command({
    summary: 'Ask a model server whether it is reachable, takes the key and has the models named; each line is a sentence',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({
      /** A stored server, whose address, key and headers fill in what is not given. */
      id: Id.optional(),
      baseUrl: z.string().max(2000).optional(),
      apiKey: z.string().max(2000).optional(),
      headers: z.array(Header).max(30).optional(),
      model: z.string().max(300).optional(),
      embeddingModel: z.string().max(300).optional(),
      speechModel: z.string().max(300).optional(),
      voice: z.string().max(200).optional(),
    }),
    output: z.object({ ok: z.boolean(), lines: z.array(z.object({ ok: z.boolean(), text: z.string() })), models: z.array(z.string()) }),
  }),
}

const ChangeState = z.object({
  toModel: z.string(),
  done: z.number().int(),
  total: z.number().int(),
  startedAt: z.number().int(),
  /** Null before enough is done to tell. */
  secondsLeft: z.number().nullable(),
  /** Why it does not go on just now, as a sentence; null while it does. */
  waitingFor: z.string().nullable(),
})

export const embeddingCommands = {
  'get-embedding-state': command({
    summary: 'Which model makes the embeddings, how many thoughts have one, and how far a change of model is',
    effect: 'read',
    expose: programs,
    input: z.strictObject({}),
    output: z.object({
      /** The model's name, or the label of the built-in one. */
      model: z.string(),
      builtin: z.boolean(),
      embedded: z.number().int(),
      /** Thoughts that could have an embedding: not blank, and not kept back because they stay here. */
      total: z.number().int(),
      change: ChangeState.nullable(),
      /** The model before, while its vectors are kept, so that a change can be taken back at once. */
      undo: z.object({ model: z.string(), until: z.number().int() }).nullable(),
    }),
  }),
  'plan-embedding-change': command({
    summary: 'What another embedding model would cost: tried with a few pieces, nothing is stored',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({ embedder: RoleModel.nullable() }),
    output: z.object({
      toModel: z.string(),
      /** Thoughts that need a vector of that model. */
      items: z.number().int(),
      pieces: z.number().int(),
      tokens: z.number().int(),
      seconds: z.number(),
      /** In the currency of the settings; null without a price for the model. */
      cost: z.number().nullable(),
      /** Thoughts that stay here, and would have no vector because the model is on another computer. */
      keptBack: z.number().int(),
      leavesComputer: z.boolean(),
      dimensions: z.number().int(),
    }),
  }),
  'start-embedding-change': command({
    summary: 'Make the vectors of another model beside those in force; search goes on with the old ones and changes over at the end',
    effect: 'write',
    expose: commandLine,
    input: z.strictObject({ embedder: RoleModel.nullable() }),
    output: z.object({}),
  }),
  'cancel-embedding-change': command({
    summary: 'Stop a change of the embedding model; the old one stays in force',
    effect: 'write',
    expose: commandLine,
    input: z.strictObject({}),
    output: z.object({}),
  }),
  'undo-embedding-change': command({
    summary: 'Go back to the embedding model before the last change, while its vectors are kept',
    effect: 'write',
    expose: commandLine,
    input: z.strictObject({}),
    output: z.object({}),
  }),
}
