import { Worker } from 'node:worker_threads'
import { AppError } from '../../../shared/errors'
import type { KdfParameters, RunKdf } from './kdf-parameters'

/**
 * Argon2id in a fresh worker thread that is ended afterwards: the main thread stays free, and the memory, which
 * WebAssembly never gives back, goes with the thread. One derivation runs at a time, further ones wait their turn.
 * `workerFile` is the built kdf-worker.js. Rejects with INTERNAL when the thread fails, mostly for lack of memory.
 */
export function createKdfRunner({ workerFile }: { workerFile: string }): RunKdf {
  let last: Promise<unknown> = Promise.resolve()
  return (passphrase, salt, parameters) => {
    // Copied now, because the caller may wipe its buffer while this run waits.
    const input = { passphrase: Uint8Array.from(passphrase), salt: Uint8Array.from(salt) }
    const run = last.then(() => deriveInThread(workerFile, input, parameters))
    last = run.catch(() => undefined)
    return run
  }
}

async function deriveInThread(
  workerFile: string,
  input: { passphrase: Uint8Array<ArrayBuffer>; salt: Uint8Array<ArrayBuffer> },
  { t, m }: KdfParameters,
): Promise<Buffer> {
  const worker = new Worker(workerFile, { execArgv: [], env: {} })
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      const fail = (reason: unknown) =>
        reject(
          new AppError(
            'INTERNAL',
            `The passphrase could not be turned into a key (it needs ${Math.ceil(m / 1024)} MB of memory for a moment). Close some programs and try again.`,
            {
              cause: reason,
            },
          ),
        )
      worker.once('message', (answer: { key?: Uint8Array<ArrayBuffer>; failure?: string }) => {
        if (answer.key?.length === 32) resolve(Buffer.from(answer.key.buffer))
        else fail(answer.failure)
      })
      worker.once('error', fail)
      worker.once('exit', fail)
      worker.postMessage({ ...input, t, m }, [input.passphrase.buffer, input.salt.buffer])
    })
  } finally {
    worker.removeAllListeners()
    await worker.terminate()
  }
}
