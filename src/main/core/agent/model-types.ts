import type { wrapLanguageModel } from 'ai'

/** A model in the AI SDK's own form (`LanguageModelV4`). Taken from the SDK's function, so that its inner package is not imported. */
export type AgentModel = ReturnType<typeof wrapLanguageModel>
export type ModelCallOptions = Parameters<AgentModel['doGenerate']>[0]
export type ModelPrompt = ModelCallOptions['prompt']
export type ModelAnswer = Awaited<ReturnType<AgentModel['doGenerate']>>
/** A middleware as `wrapLanguageModel` takes it. */
export type ModelMiddleware = Extract<Parameters<typeof wrapLanguageModel>[0]['middleware'], unknown[]>[number]
