import { parentPort, workerData } from 'node:worker_threads'
import { type EspeakEngine, loadEspeakEngine } from '../speech/espeak-engine'
import { readAloud } from '../speech/read-aloud'
import type { VoiceMessage, VoiceTask } from '../speech/voice-messages'

const task = workerData as VoiceTask
const tell = (message: VoiceMessage) => parentPort?.postMessage(message, message.kind === 'spoken' ? [message.result.wav.buffer] : [])

async function load(): Promise<EspeakEngine | undefined> {
  try {
    return await loadEspeakEngine(task.moduleUrl, task.language)
  } catch {
    tell({ kind: 'failed', reason: 'not-loaded' })
    return undefined
  }
}

/** Reads one script aloud; the thread is ended by whoever started it. */
void load().then((engine) => {
  if (engine !== undefined) tell(readAloud(engine, task, (done, total) => tell({ kind: 'progress', done, total })))
})
