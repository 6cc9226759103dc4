import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Contender, OpenContender, Setting } from './contender'
import { openLiteque } from './liteque'
import { claimTime, drain, enqueueBatch, enqueueCost, enqueueSingle, idleStart } from './measures'
import { openOurStore } from './our-store'
import { openOurs } from './ours'
import { openPlainjob } from './plainjob'

/** What the parent asks of one process. `encrypted` chooses our cipher over a plain file. */
export interface Request extends Omit<Setting, 'file' | 'key'> {
  queue: 'ours' | 'our-store' | 'plainjob' | 'liteque'
  encrypted: boolean
  measure: 'enqueue' | 'parts' | 'batch' | 'drain' | 'idle' | 'claim' | 'claim-delayed'
  count: number
  samples: number
}

const openers: Record<Request['queue'], OpenContender> = {
  ours: openOurs,
  'our-store': openOurStore,
  plainjob: openPlainjob,
  liteque: openLiteque,
}
const key = Buffer.alloc(32, 7)

async function inFreshFile<T>(request: Request, measure: (contender: Contender) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'queue-'))
  try {
    const contender = await openers[request.queue]({ ...request, file: join(folder, 'queue.db'), key: request.encrypted ? key : null })
    try {
      return await measure(contender)
    } finally {
      contender.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

let warm = false

/** The first run of the code in a process is slow for everybody, and says nothing. */
async function warmUp(request: Request): Promise<void> {
  warm = true
  await inFreshFile({ ...request, noCommit: false }, async (contender) => {
    await enqueueSingle(contender, 200)
    for (let n = 0; n < 100; n++) await contender.claim()
    await drain(contender, request.queue === 'liteque' ? 100 : 3000)
  })
}

async function answer(request: Request): Promise<unknown> {
  if (!warm) await warmUp(request)
  return inFreshFile<unknown>(request, (contender) => {
    switch (request.measure) {
      case 'enqueue':
        return enqueueSingle(contender, request.count)
      case 'parts':
        return enqueueCost(contender, request.count)
      case 'batch':
        return enqueueBatch(contender, request.count)
      case 'drain':
        return drain(contender, request.count)
      case 'idle':
        return idleStart(contender, request.samples)
      case 'claim':
        return claimTime(contender, request.count, false, request.samples)
      case 'claim-delayed':
        return claimTime(contender, request.count, true, request.samples)
    }
  })
}

process.on('message', (request: Request) => {
  answer(request).then(
    (value) => process.send?.({ value }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? String(error.stack) : String(error) }),
  )
})
