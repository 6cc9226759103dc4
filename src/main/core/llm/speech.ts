import { AppError } from '../../../shared/errors'
import { trimSilence } from '../audio/loudness'
import { countSpokenWords, isPlausibleDuration } from '../audio/speaking-rate'
import { writeWav } from '../audio/wav'
import { type Capabilities, capabilityKey, fullCapabilities } from './capability-ladder'
import type { CallSetup } from './model-call'
import { type FailureContext, ServerFailure, toCallError } from './server-failure'
import { badSound, readSpeech, seconds, UnreadableSound } from './speech-answer'
import type { Sound, SpeechContext, SpeechRequest, SpeechResult } from './speech-call'

/** With these, servers refuse a form of sound. */
const formStatuses = new Set([400, 415, 422, 500, 501])

type SpeechFormat = NonNullable<Capabilities['speechFormat']>

/** See `ModelEndpoint.speak`. */
export async function speak(setup: CallSetup, request: SpeechRequest, context: SpeechContext): Promise<SpeechResult> {
  const { samples, sampleRate } = await speakSamples(setup, request, context)
  return { wav: writeWav(samples, sampleRate), sampleRate, seconds: samples.length / sampleRate, model: request.model }
}

/** The same as samples. Asks for WAV, and for PCM where that is refused or something else comes; what worked is remembered. */
export async function speakSamples(setup: CallSetup, request: SpeechRequest, context: SpeechContext): Promise<Sound> {
  const { address, ladder, redactor } = setup
  const { model, voice } = request
  if (model === '')
    throw new AppError('MODEL_UNKNOWN', 'No speech model is chosen. Choose one in Settings, or let the built-in voice read aloud.')
  if (request.text.trim() === '') throw new AppError('BAD_INPUT', 'There is nothing to read aloud: the text is empty.')
  const key = capabilityKey(address.root, model)
  const failureContext: FailureContext = { host: address.host, model, purpose: 'speech', voice, redactor }
  const known = ladder.get(key)?.speechFormat
  const formats: SpeechFormat[] = known === 'pcm' ? ['pcm', 'wav'] : ['wav', 'pcm']
  let unreadable: UnreadableSound | undefined

  for (const [step, format] of formats.entries()) {
    if (context.signal.aborted) throw toCallError(context.signal.reason, context.signal, failureContext)
    context.beforeRequest?.()
    const startedAt = setup.now()
    let sound: Sound | undefined
    let failure: unknown
    try {
      const read = await requestSpeech(setup, request, format, context.signal)
      assertSpoken(read, request)
      sound = read
    } catch (error) {
      failure = error
    }
    if (failure instanceof UnreadableSound) unreadable ??= failure
    const isLast = step === formats.length - 1
    // That the first form cannot be read tells more than that the second was refused.
    const isOfForm = failure instanceof UnreadableSound || (failure instanceof ServerFailure && formStatuses.has(failure.status))
    const told = unreadable !== undefined && isOfForm ? unreadableSound(unreadable, failureContext) : failure
    const error = sound === undefined ? toCallError(told, context.signal, failureContext) : undefined
    const stepsDown = error !== undefined && !isLast && !context.signal.aborted && isAboutFormat(failure, error)
    context.recordCall?.({
      name: request.name,
      endpoint: address.root,
      model,
      startedAt,
      durationMs: setup.now() - startedAt,
      promptTokens: null,
      outputTokens: null,
      finishReason: stepsDown ? 'stepped-down' : null,
      errorCode: stepsDown ? null : (error?.code ?? null),
      prompt: redactor.reply(request.text),
      reply: sound === undefined ? '' : `${seconds(sound.samples.length / sound.sampleRate)} of audio`,
      reasoning: '',
    })
    if (sound !== undefined) {
      if (format !== (known ?? 'wav')) ladder.set(key, { ...(ladder.get(key) ?? fullCapabilities), speechFormat: format })
      return sound
    }
    if (!stepsDown) throw error
  }
  throw new AppError('INTERNAL', 'No form of sound was asked for.')
}

async function requestSpeech(setup: CallSetup, request: SpeechRequest, format: SpeechFormat, signal: AbortSignal): Promise<Sound> {
  const { model, voice, speed } = request
  const body = {
    model,
    input: request.text,
    ...(voice === '' ? {} : { voice }),
    response_format: format,
    ...(speed === undefined || speed === 1 ? {} : { speed }),
  }
  const response = await setup.http(`${setup.address.root}/audio/speech`, {
    method: 'POST',
    headers: { accept: 'audio/wav, audio/pcm, application/json, */*' },
    body: JSON.stringify(body),
    signal,
  })
  return readSpeech(response, format, model, signal)
}

/**
 * Refuses silence, and sound that cannot be the text: the words, at the pace asked for, between 35 and 450 a minute (`isPlausibleDuration`,
 * which the built-in voice keeps to as well). Clear speech ends below 300, so a part that lost a third of its words is found out, and
 * compressed sound that was taken for samples, at a sixth of the time at most, always.
 */
function assertSpoken({ samples, sampleRate }: Sound, { text, model, speed, language }: SpeechRequest): void {
  const heard = trimSilence(samples)
  if (heard.length === 0) throw badSound(model, samples.length === 0 ? 'there was none' : 'it was silence')
  const words = countSpokenWords(text, language ?? 'en')
  const heardMs = (heard.length / sampleRate) * 1000
  if (words > 0 && !isPlausibleDuration(words, heardMs * (speed ?? 1)))
    throw badSound(model, `${seconds(heardMs / 1000)} cannot be the ${words} words of the text`)
}

/** Whether another form of sound may help. A refusal that explains itself otherwise, such as by the key or the voice, is left as it is. */
function isAboutFormat(failure: unknown, error: AppError): boolean {
  if (failure instanceof UnreadableSound) return true
  if (!(failure instanceof ServerFailure) || !formStatuses.has(failure.status)) return false
  if (/response_?format/i.test(failure.body)) return true
  if (error.code !== 'MODEL_SERVER_ERROR') return false
  return failure.status === 400 || failure.status === 422 || /\bwav\b|\bpcm\b|format|codec/i.test(failure.body)
}

/** No repetition changes what a server can send, so this is a matter of Settings. */
function unreadableSound({ format }: UnreadableSound, { host, model }: FailureContext): AppError {
  return new AppError(
    'MODEL_UNKNOWN',
    `${host} sends the speech of ${model} as ${format}, which Cortexa cannot read; it asked for WAV and for PCM. Choose a speech model that sends one of these, or the built-in voice, in Settings.`,
    { data: { serverWords: `The sound came as ${format}.` } },
  )
}
