// npm run bench:search [-- --cranfield FOLDER] [--endpoint URL --model NAME] [--only quality|speed] [--items 50000]
// Retrieval quality on Cranfield and on our paraphrases, and the speed of search in a vault of 50,000 items made from a seed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bundle } from './bundle.mjs'
import { reportQuality, reportSpeed } from './report.mjs'

const { values: options } = parseArgs({
  options: {
    cranfield: { type: 'string' },
    endpoint: { type: 'string' },
    model: { type: 'string' },
    only: { type: 'string' },
    items: { type: 'string' },
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
const embeddingWorker = await bundle(project, 'src/main/workers/embedding-worker.ts', 'embedding-worker', 'cjs')
if (options.only !== 'speed') {
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
if (options.only !== 'quality') {
  for (const name of ['vector-index-worker', 'kdf-worker', 'voice-worker'])
    await bundle(project, `src/main/workers/${name}.ts`, name, 'cjs')
  const program = await bundle(project, 'tests/bench/search/speed.ts', 'speed')
  reportSpeed(await run(program, [join(project, '.cache', 'bench-search'), options.items ?? '50000']))
}
