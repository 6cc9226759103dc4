import { AppError } from '../../../shared/errors'
import { type Capabilities, capabilityKey, fullCapabilities, lowerFormat, stepDown } from './capability-ladder'
import { type ChatAnswer, type ChatMessage, type ChatRequest, callChat, emptyAnswer } from './chat-call'
import { countTokens, fewestTokens } from './count-tokens'
import type { CallContext, CallSetup, GenerateRequest, GenerateResult, PromptImage } from './model-call'
import { readJson } from './read-json'
import { schemaForModel } from './schema-for-model'
import { type FailureContext, ServerFailure, toCallError } from './server-failure'

/** Steps a server may refuse in one call: two formats, two limit fields, usage. One more would be a loop. */
const mostSteps = 6
/** About what a picture costs of the context: models differ from 250 to 1,500. */
export const IMAGE_TOKENS = 1000
/** A broken reply is shown to the model again up to here (characters); the fault is named anyway. */
const longestQuotedReply = 20_000

/** See `ModelEndpoint.generate`. */
export async function generate<T>(setup: CallSetup, request: GenerateRequest<T>, context: CallContext): Promise<GenerateResult<T>> {
  const { settings } = setup
  if (settings.model === '')
    throw new AppError('MODEL_UNKNOWN', 'No model is chosen. Choose one in Settings, or switch to the built-in engine.')
  refuseTooLong(setup, request)
  const asking: ChatMessage = { role: 'user', content: request.prompt, images: request.images ?? [] }
  const first = await ask(setup, request, [asking], context, request.name)
  const text = first.answer.text
  if (request.schema === undefined) {
    // Without a schema T is the default, string; the type of the request says so, TypeScript cannot.
    return result(text, text as T, [first], settings.model)
  }

  const reading = readJson(first.answer.raw, request.schema)
  if (reading.ok) return result(text, reading.value, [first], settings.model)

  const repairMessages: ChatMessage[] = [
    asking,
    { role: 'assistant', content: text.slice(0, longestQuotedReply) },
    {
      role: 'user',
      content: `${reading.fault}\nAnswer again, with the JSON object only. It must follow this JSON Schema:\n${JSON.stringify(schemaForModel(request.schema))}`,
    },
  ]
  const second = await ask(setup, request, repairMessages, { ...context, onText: () => {} }, `${request.name} (asked again)`)
  const again = readJson(second.answer.raw, request.schema)
  if (!again.ok) {
    throw new AppError(
      'MODEL_BAD_OUTPUT',
      `${settings.model} did not give its answer in the form asked for, not even when asked again. ${again.fault} Retry, or choose another model in Settings; the reply is in the trace.`,
      {
        data: { fault: again.fault },
      },
    )
  }
  // A server that enforces a schema cannot answer out of form; this one ignores it, so next time the schema stands in the prompt.
  const key = capabilityKey(setup.address.root, settings.model)
  if (second.capabilities.format === 'json_schema') setup.ladder.set(key, lowerFormat(second.capabilities))
  return result(second.answer.text, again.value, [first, second], settings.model)
}

interface Asked {
  answer: ChatAnswer
  /** See `GenerateResult.warning`. */
  warning: string | null
  capabilities: Capabilities
}

/** One answer, whole and not empty. Steps down the ladder while the server refuses our optional fields. */
async function ask(
  setup: CallSetup,
  request: GenerateRequest<unknown>,
  asked: readonly ChatMessage[],
  context: CallContext,
  name: string,
): Promise<Asked> {
  const { settings, address, redactor, ladder } = setup
  const key = capabilityKey(address.root, settings.model)
  const form = request.schema === undefined ? null : schemaForModel(request.schema)
  let capabilities = ladder.get(key) ?? fullCapabilities
  for (let step = 0; ; step += 1) {
    const system =
      form !== null && capabilities.format !== 'json_schema'
        ? `${request.system}\n\n${describeForm(JSON.stringify(form))}`.trim()
        : request.system
    const messages = capabilities.images === false ? asked.map(withoutImages) : [...asked]
    const hasImages = messages.some(({ images = [] }) => images.length > 0)
    const chat: ChatRequest = {
      model: settings.model,
      system,
      messages,
      form,
      capabilities,
      maxOutputTokens: request.maxOutputTokens ?? settings.maxOutputTokens,
    }
    const answer = emptyAnswer()
    const failureContext: FailureContext = { host: address.host, model: settings.model, purpose: 'answer', redactor }
    if (context.signal.aborted) throw toCallError(context.signal.reason, context.signal, failureContext)
    const startedAt = setup.now()
    let failure: unknown
    try {
      await callChat(
        chat,
        {
          http: setup.http,
          root: address.root,
          signal: context.signal,
          onText: (delta) => context.onText?.(delta),
          redact: redactor.stream,
        },
        answer,
      )
      refuseUnusable(answer, settings.model, redactor.serverWords)
    } catch (error) {
      failure = error
    }

    const error = failure === undefined ? undefined : toCallError(failure, context.signal, failureContext)
    const refused = failure instanceof ServerFailure ? failure : undefined
    const explained = error !== undefined && error.code !== 'MODEL_SERVER_ERROR'
    const next =
      // Text that was streamed cannot be taken back, so then nothing is asked again.
      refused === undefined || step >= mostSteps || context.signal.aborted || answer.raw !== ''
        ? undefined
        : stepDown(
            capabilities,
            { status: refused.status, words: refused.body, explained },
            { purpose: 'chat', format: form !== null, limit: true, images: hasImages },
          )

    const cut = error === undefined ? findCutPrompt(system, messages, answer.promptTokens) : null
    context.recordCall?.({
      name,
      endpoint: address.root,
      model: settings.model,
      startedAt,
      durationMs: setup.now() - startedAt,
      promptTokens: answer.promptTokens,
      outputTokens: answer.outputTokens,
      // A step down is no failure: it is how the server's abilities are found out.
      finishReason: next !== undefined ? 'stepped-down' : cut === null ? answer.finishReason : `${readOnlyPart} of ${cut.least}`,
      errorCode: next === undefined ? (error?.code ?? null) : null,
      prompt: redactor.reply(transcript(system, messages)),
      reply:
        next === undefined ? redactor.reply(answer.raw === '' ? answer.refusal : answer.raw) : redactor.serverWords(refused?.body ?? ''),
      reasoning: redactor.reply(answer.reasoning),
    })
    if (error === undefined) {
      if (step > 0) ladder.set(key, capabilities)
      return { answer, capabilities, warning: cut === null ? null : warnOfCutPrompt(settings.model, cut) }
    }
    if (next === undefined) throw error
    capabilities = next
  }
}

/** Throws for an answer that is no answer. Reasoning is never taken for one. */
function refuseUnusable(answer: ChatAnswer, model: string, redact: (text: string) => string): void {
  const reason = answer.finishReason ?? ''
  if (answer.refusal !== '' || /^(?:content[_-]filter|safety|refusal|blocked)$/i.test(reason)) {
    const words = redact(answer.refusal === '' ? answer.text : answer.refusal).slice(0, 600)
    throw new AppError(
      'MODEL_REFUSED',
      `${model} refused to answer.${words === '' ? '' : ` It said: "${words.slice(0, 200)}"`} Reword the thought, or choose another model in Settings.`,
      { data: { serverWords: words } },
    )
  }
  const isCut = /^(?:length|max_tokens|model_length|max_output_tokens)$/i.test(reason)
  if (answer.text === '' && answer.reasoning !== '') {
    throw new AppError(
      'MODEL_ONLY_THINKING',
      `${model} used ${isCut ? 'its whole output budget' : 'its answer'} for thinking and gave no answer. Raise the output budget in Settings, or choose a model that thinks less.`,
    )
  }
  if (isCut)
    throw new AppError(
      'MODEL_CUT_OFF',
      `The answer of ${model} was cut off at the output budget. Raise the budget in Settings, or choose a model with a larger context.`,
    )
  if (answer.text === '') throw new AppError('MODEL_EMPTY', `${model} gave an empty answer. Retry, or choose another model in Settings.`)
}

function refuseTooLong({ settings }: CallSetup, request: GenerateRequest<unknown>): void {
  if (settings.contextTokens === undefined) return
  const pictures = (request.images?.length ?? 0) * IMAGE_TOKENS
  const tokens =
    countTokens(request.system) + countTokens(request.prompt) + pictures + (request.maxOutputTokens ?? settings.maxOutputTokens)
  if (tokens <= settings.contextTokens) return
  throw new AppError(
    'MODEL_CONTEXT_TOO_LONG',
    `The text needs about ${tokens} tokens with its answer, and ${settings.model} takes ${settings.contextTokens}. Shorten it, or choose a model with a larger context in Settings.`,
    {
      data: { tokens, contextTokens: settings.contextTokens },
    },
  )
}

function describeForm(schema: string): string {
  return `Answer with one JSON object and nothing else: no introduction, no code fence. It must follow this JSON Schema:\n${schema}`
}

/** A model that does not see is told so, lest it tells of pictures that it never saw. */
function withoutImages({ images = [], ...message }: ChatMessage): ChatMessage {
  if (images.length === 0) return message
  const names = images.map(({ name }) => `"${name}"`).join(', ')
  const note = `The note has ${images.length === 1 ? 'a picture' : 'pictures'} that could not be shown to you: ${names}. Do not say anything about what is to be seen there.`
  return { ...message, content: `${message.content}\n\n${note}` }
}

/** The trace names a picture and does not repeat it. */
function pictureLine({ name, mime, base64 }: PromptImage): string {
  return `\n[picture "${name}", ${mime}, ${Math.ceil((base64.length * 3) / 4096)} KB]`
}

function transcript(system: string, messages: ChatMessage[]): string {
  const spoken = messages.map(({ role, content, images = [] }) => `[${role}]\n${content}${images.map(pictureLine).join('')}`)
  return [...(system === '' ? [] : [`[system]\n${system}`]), ...spoken].join('\n\n')
}

/** In place of "stop" in the record of a call whose prompt the server cut; with the tokens there were, as in "read-only-part of 9310". */
const readOnlyPart = 'read-only-part'
/** Below so many tokens the templates of a server and our own estimate weigh too much for a verdict. */
const fewestForVerdict = 500

interface CutPrompt {
  /** Tokens the server says it has read. */
  reported: number
  /** Tokens the prompt has at the least. */
  least: number
}

/**
 * Some servers drop the beginning of a prompt that exceeds their context and say nothing; only the tokens they report tell. A report of
 * nothing is no report: servers give 0 for a prompt they had in their cache.
 */
function findCutPrompt(system: string, messages: ChatMessage[], reported: number | null): CutPrompt | null {
  if (reported === null || reported === 0) return null
  const least = fewestTokens([system, ...messages.map((message) => message.content)].join('\n'))
  return least < fewestForVerdict || reported >= least * 0.8 ? null : { reported, least }
}

function warnOfCutPrompt(model: string, { reported, least }: CutPrompt): string {
  return `${model} read only part of the text: ${reported} tokens of at least ${least}. Set a larger context at the server, or choose another model in Settings, and retry.`
}

function result<T>(text: string, value: T, asked: Asked[], model: string): GenerateResult<T> {
  return {
    text,
    value,
    usage: {
      promptTokens: sum(asked.map(({ answer }) => answer.promptTokens)),
      outputTokens: sum(asked.map(({ answer }) => answer.outputTokens)),
    },
    model,
    warning: asked.find(({ warning }) => warning !== null)?.warning ?? null,
  }
}

/** Null when no call reported a number. */
function sum(counts: (number | null)[]): number | null {
  const known = counts.filter((count): count is number => count !== null)
  return known.length === 0 ? null : known.reduce((total, count) => total + count, 0)
}
