import type { EndpointRests } from '../../core/jobs/endpoint-rest'
import type { ModelEndpoint } from '../../core/llm/model-endpoint'
import { RetryLater } from '../../core/queue/job-rules'
import { keptFromVoice } from '../items/item-reader'
import { createUnfinishedReadings } from './unfinished-readings'
import type { Voice } from './voice-briefing'

/** The voice of a speech server, as it is chosen at this moment. */
export interface EndpointVoiceChoice {
  /** Names the server for its rests. */
  endpointId: string
  model: string
  /** Empty for a model that has a single voice. */
  voice: string
  /** A client of that server. */
  endpoint: Pick<ModelEndpoint, 'speakLong'>
  leavesComputer: boolean
  /** Time limit of one call, in milliseconds; a job has at least so long. */
  timeoutMs: number
}

/** Unfinished readings are kept up to here, in bytes: an hour and a half at 24 kHz. */
const mostKept = 256 * 1024 * 1024
/** A reading larger than this is not laid aside on purpose, since it might not be there any more when it goes on. */
const mostLaidAside = mostKept / 4

/**
 * Reads scripts aloud by a speech server. Asks `choice` once for every script and stays with it to the end. What was spoken of a script that is
 * not finished is kept where the caller says, else in memory, so that the job's next attempt goes on where this one ended; `forget` drops what is
 * in memory.
 */
export function createEndpointVoice(deps: {
  choice: () => EndpointVoiceChoice
  rests: Pick<EndpointRests, 'assertAwake' | 'jobErrorFor' | 'answered'>
}): Voice & { forget(): void } {
  const readings = createUnfinishedReadings(mostKept)

  return {
    leavesComputer: () => deps.choice().leavesComputer,
    async availability() {
      return { available: true, name: nameOf(deps.choice()) }
    },
    async synthesize(script, { language, signal, onProgress, mayLeave, beforeModelCall, recordCall, parts }) {
      const choice = deps.choice()
      const { endpointId, model, voice } = choice
      const asked = { endpointId, model }
      const reading = readings.open(JSON.stringify([endpointId, model, voice, script]))
      let spoken = 0
      let spentMs = 0
      try {
        const whole = await choice.endpoint.speakLong(
          { name: 'Read the script aloud', text: script, model, voice, language },
          {
            signal,
            kept: {
              get: (key) => (parts ? parts.get(key) : reading.parts.get(key)),
              set(key, sound) {
                spoken += 1
                return parts ? parts.set(key, sound) : reading.parts.set(key, sound)
              },
              delete: (key) => (parts ? parts.delete(key) : reading.parts.delete(key)),
            },
            recordCall(call) {
              spentMs += call.durationMs
              recordCall(call)
            },
            beforeRequest() {
              // A thought may be set to stay here at any time, also in the middle of the reading.
              if (choice.leavesComputer && !mayLeave()) throw keptFromVoice()
              if (spoken > 0 && spentMs > choice.timeoutMs / 2 && reading.size() < mostLaidAside) {
                throw new RetryLater(0, 'The script is read aloud in parts, and the reading goes on from the last one.', 'PART_READ')
              }
              deps.rests.assertAwake(asked)
              beforeModelCall()
            },
            onPart: (_index, _of, sentences) => onProgress?.(sentences.done, sentences.of),
          },
        )
        deps.rests.answered(asked)
        reading.finish()
        return { wav: whole.wav, durationMs: Math.round(whole.seconds * 1000), voice: nameOf(choice), sentences: whole.sentences }
      } catch (error) {
        reading.pause()
        throw deps.rests.jobErrorFor(error, asked)
      }
    },
    forget: readings.forget,
  }
}

function nameOf({ voice, model }: EndpointVoiceChoice): string {
  return voice === '' ? model : `${voice} (${model})`
}
