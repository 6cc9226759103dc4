// npm run bench:search [-- --cranfield FOLDER] [--endpoint URL --model NAME] [--only quality|speed|lane|bulk] [--items 50000] [--pieces 0]
//   [--notes 5000]
// Retrieval quality on Cranfield and on our paraphrases, the speed of search in a vault of 50,000 items made from a
// seed (with `--pieces 12` each fiftieth of them has so many pieces), how long a query waits behind texts that are
// embedded, and (only when it is asked for) how still the main thread stands while 5,000 notes come at once.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bundle } from './bundle.mjs'
import { reportBulk, reportLane, reportQuality, reportSpeed } from './report.mjs'

const { values: options } = parseArgs({
  options: {
    cranfield: { type: 'string' },
    endpoint: { type: 'string' },
    model: { type: 'string' },
    only: { type: 'string' },
    items: { type: 'string' },
    pieces: { type: 'string' },
    notes: { type: 'string' },
  },
})
const project = resolve(import.meta.dirname, '..', '..', '..')
const cranfield = options.cranfield ?? process.env.CORTEXA_CRANFIELD ?? ''

async function run(program, args) {
  const child = spawn(process.execPath, ['--expose-gc', program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (piece) => {
    said += piece
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
  return JSON.parse(said)
}

console.log(
  `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model}), load ${loadavg()[0]?.toFixed(1)}, ${new Date().toISOString()}\n`,
)
const embeddingWorker = await bundle(project, 'src/main/core/workers/embedding-worker.ts', 'embedding-worker', 'cjs')
const wanted = (part) => options.only === undefined || options.only === part
if (wanted('quality')) {
  if (cranfield === '') {
    console.log(
      'Cranfield is not measured: its folder is not given. It is public (C. Cleverdon), but no part of this project. Give the folder with\n' +
        'cran.all.1400, cran.qry and cranqrel as --cranfield FOLDER or in CORTEXA_CRANFIELD.\n',
    )
  }
  const program = await bundle(project, 'tests/bench/search/quality.ts', 'quality')
  const cache = join(project, '.cache', 'bench-search', 'vectors')
  reportQuality(await run(program, [cranfield, cache, embeddingWorker, options.endpoint ?? '', options.model ?? '']), {
    cranfield,
    embedder: options.endpoint === undefined ? 'built-in' : options.model,
  })
}
if (wanted('lane')) {
  const program = await bundle(project, 'tests/bench/search/query-lane.ts', 'query-lane')
  reportLane(await run(program, [embeddingWorker]))
}
if (wanted('speed') || options.only === 'bulk') {
  for (const name of ['vector-index-worker', 'kdf-worker', 'voice-worker'])
    await bundle(project, `src/main/core/workers/${name}.ts`, name, 'cjs')
}
if (options.only === 'bulk') {
  const program = await bundle(project, 'tests/bench/search/bulk.ts', 'bulk')
  reportBulk(await run(program, [join(project, '.cache', 'bench-search'), options.notes ?? '5000']))
}
if (wanted('speed')) {
  const program = await bundle(project, 'tests/bench/search/speed.ts', 'speed')
  reportSpeed(await run(program, [join(project, '.cache', 'bench-search'), options.items ?? '50000', options.pieces ?? '0']))
}
