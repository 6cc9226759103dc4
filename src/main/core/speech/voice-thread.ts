import { Worker } from 'node:worker_threads'
import { AppError } from '../../../shared/errors'
import type { VoiceFailure, VoiceMessage, VoiceResult, VoiceTask } from './voice-messages'

/** A sentence takes some 20 ms; a thread that says nothing for so long does not come back. */
const STALLED_AFTER_MS = 60_000

const kept = 'The script is kept; try again.'

const failures: Record<VoiceFailure, () => AppError> = {
  'not-loaded': () =>
    new AppError(
      'VOICE_UNAVAILABLE',
      'The built-in voice is installed but does not load. Install its package anew and start Cortexa again.',
    ),
  'no-sound': () => new AppError('VOICE_FAILED', `The built-in voice gave no sound for this script. ${kept}`),
  'implausible-length': () =>
    new AppError(
      'VOICE_FAILED',
      'The built-in voice did not read this script right: the sound is not as long as the words need. It may not know the language. The script is kept; try another voice.',
    ),
}

const stopped = (cause?: unknown) =>
  new AppError('VOICE_FAILED', `The built-in voice stopped in the middle of the script. ${kept}`, cause === undefined ? {} : { cause })

/**
 * Reads one script in a fresh thread, which is ended before the promise settles, whatever the outcome. `cancel` makes it
 * reject with the given error. Errors of its own: VOICE_UNAVAILABLE, VOICE_FAILED.
 */
export function startVoiceThread(
  workerFile: string,
  task: VoiceTask,
  onProgress: (done: number, total: number) => void,
): { result: Promise<VoiceResult>; cancel: (error: AppError) => void } {
  const worker = new Worker(workerFile, { workerData: task, execArgv: [], env: {} })
  let cancel = (_error: AppError) => {}
  const outcome = new Promise<VoiceResult>((resolve, reject) => {
    cancel = reject
    const stall = setTimeout(() => reject(stopped()), STALLED_AFTER_MS)
    worker.on('message', (message: VoiceMessage) => {
      stall.refresh()
      try {
        if (message.kind === 'progress') onProgress(message.done, message.total)
        else if (message.kind === 'failed') reject(failures[message.reason]())
        else resolve(message.result)
      } catch (error) {
        reject(error)
      }
    })
    worker.once('error', (error) => reject(stopped(error)))
    worker.once('exit', () => {
      clearTimeout(stall)
      reject(stopped())
    })
  })
  const result = outcome.finally(() => worker.terminate())
  return { result, cancel }
}
