import { z } from 'zod'
import { AppError } from '../../../shared/errors'
import { capabilityKey, fullCapabilities } from './capability-ladder'
import { embedTexts } from './embeddings'
import { generate } from './generate'
import { type ListedModel, listModelDetails } from './list-models'
import type { CallSetup, EndpointReport } from './model-call'
import { speak } from './speech'
import { seconds } from './speech-answer'

/** Enough for a model that thinks before it says one word. */
const trialTokens = 2_048

const trialSentence = 'This is how your briefings will sound.'

const formats = {
  json_schema: 'by schema',
  json_object: 'as a JSON object, with the schema in the prompt',
  prompt: 'only by asking for it in the prompt',
} as const

/** What to try; empty names are left out. */
export interface TrialChoice {
  model: string
  embeddingModel: string
  speechModel?: string
  /** For the speech model; empty for one that has a single voice. */
  voice?: string
}

/** See `ModelEndpoint.test`. */
export async function testEndpoint(setup: CallSetup, chosen: TrialChoice, signal: AbortSignal): Promise<EndpointReport> {
  const { address, settings } = setup
  const lines: EndpointReport['lines'] = []
  let ok = true
  const say = (text: string): void => void lines.push({ ok: true, text })
  const fail = (text: string): void => {
    lines.push({ ok: false, text })
    ok = false
  }

  let models: ListedModel[] = []
  try {
    models = await listModelDetails(setup, signal)
    say(`${address.host} answers.`)
  } catch (error) {
    const { code, message } = rethrowUnlessModelError(error, signal)
    if (code === 'MODEL_UNKNOWN') say(`${address.host} answers, but does not list its models.`)
    else {
      fail(message)
      return { ok, lines, models: [] }
    }
  }
  if (address.exposed) {
    lines.push({
      ok: false,
      text: `The connection to ${address.host} is not encrypted: whoever is on the network between can read your thoughts. Use https:// unless you trust that network.`,
    })
  }
  const names = models.map((model) => model.id)

  if (chosen.model !== '') {
    const listed = findModel(models, chosen.model)
    try {
      await tryModel(setup, chosen.model, signal)
      if (settings.apiKey !== '') say('The key is accepted.')
      const format = (setup.ladder.get(capabilityKey(address.root, chosen.model)) ?? fullCapabilities).format
      say(`${chosen.model} answers; structured output works ${formats[format]}.`)
      if (listed?.contextTokens) say(`${chosen.model} takes ${listed.contextTokens} tokens at once.`)
    } catch (error) {
      fail(rethrowUnlessModelError(error, signal).message)
    }
  } else if (names.length > 0) say(`${names.length === 1 ? 'One model is' : `${names.length} models are`} there to choose from.`)

  if (chosen.embeddingModel !== '') {
    try {
      const { vectors } = await embedTexts(
        { ...setup, settings: { ...settings, embeddingModel: chosen.embeddingModel } },
        ['A thought to try the model with.'],
        { signal },
      )
      say(`${chosen.embeddingModel} makes vectors of ${vectors[0]?.length ?? 0} numbers.`)
    } catch (error) {
      fail(rethrowUnlessModelError(error, signal).message)
    }
  }
  const { speechModel = '', voice = '' } = chosen
  if (speechModel !== '') {
    try {
      const spoken = await speak(setup, { name: 'Try the voice', text: trialSentence, model: speechModel, voice }, { signal })
      say(`${speechModel} speaks: ${seconds(spoken.seconds)} of audio${voice === '' ? '' : ` with the voice ${voice}`}.`)
    } catch (error) {
      fail(rethrowUnlessModelError(error, signal).message)
    }
  }
  return { ok, lines, models: names }
}

async function tryModel(setup: CallSetup, model: string, signal: AbortSignal): Promise<void> {
  const settings = { ...setup.settings, model, maxOutputTokens: Math.min(trialTokens, setup.settings.maxOutputTokens) }
  await generate(
    { ...setup, settings },
    {
      name: 'Try the model',
      system: 'You answer with JSON.',
      prompt: 'Answer with {"answer": "ready"} as JSON.',
      schema: z.object({ answer: z.string().min(1) }),
    },
    { signal },
  )
}

/** Ollama lists `llama3:latest` and takes `llama3`. */
function findModel(models: ListedModel[], name: string): ListedModel | undefined {
  return models.find((model) => model.id === name) ?? models.find((model) => model.id === `${name}:latest`)
}

function rethrowUnlessModelError(error: unknown, signal: AbortSignal): AppError {
  if (signal.aborted || !(error instanceof AppError) || error.code === 'INTERNAL') throw error
  return error
}
