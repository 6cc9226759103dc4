// npm run bench:queue [-- --quick] [-- --parts] [-- --dir FOLDER]: our job queue beside plainjob and liteque, interleaved round by round in one
// run, each in a process of its own. Compares ratios; the disk and whatever else the machine does move the absolute figures.
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bundle } from './bundle.mjs'
import { contenders, parts, peers, rival, shipped, single, store, workOf } from './contenders.mjs'
import { copyLiteque } from './prepare-liteque.mjs'
import { reportClaims, reportGoals, reportIdle, reportParts, reportThroughput } from './report.mjs'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, parts: { type: 'boolean' }, dir: { type: 'string' }, rounds: { type: 'string' } },
})
const quick = options.quick === true
const rounds = Number(options.rounds ?? (quick ? 3 : 7))
const project = resolve(import.meta.dirname, '..', '..', '..')
const folder = mkdtempSync(join(options.dir ?? tmpdir(), 'bench-queue-'))
const processes = new Map()
let program

function ask(name, request) {
  return new Promise((answer, fail) => {
    const child =
      processes.get(name) ?? fork(program, { env: { ...process.env, BENCH_FOLDER: folder, LITEQUE_COPY: join(folder, 'liteque') } })
    processes.set(name, child)
    child.removeAllListeners()
    child.once('message', ({ value, error }) => (error ? fail(new Error(`${name}: ${error}`)) : answer(value)))
    child.once('exit', (code) => fail(new Error(`${name}: ended with ${code}`)))
    child.send({ ...(parts[name] ?? contenders[name]), durability: 'NORMAL', count: 0, samples: 0, ...request })
  })
}

/** One measure of all contenders, round by round. */
async function interleave(names, request) {
  const results = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round < (request.rounds ?? rounds); round++) {
    for (const name of names) {
      const own = typeof request.count === 'function' ? request.count(name) : request.count
      results[name].push(await ask(name, { ...request, count: own }))
    }
  }
  return results
}

async function measureThroughput(durability) {
  const names = Object.keys(contenders)
  const all = {}
  for (const measure of ['enqueue', 'batch', 'drain']) {
    const request = { measure, durability, count: (name) => workOf(name, measure, durability, quick) }
    all[measure] = await interleave(measure === 'batch' ? names.filter((name) => !name.startsWith('liteque')) : names, request)
  }
  return all
}

async function measureParts() {
  const results = {}
  for (const durability of ['NORMAL', 'FULL']) {
    const request = { measure: 'parts', durability, count: durability === 'FULL' ? 600 : 2000 }
    results[durability] = await interleave(Object.keys(parts), request)
  }
  reportParts(results, rival)
}

async function measureAll() {
  const throughput = {}
  for (const durability of ['NORMAL', 'FULL']) {
    throughput[durability] = await measureThroughput(durability)
    reportThroughput(durability, throughput[durability], rival)
  }
  await measureParts()
  const idle = await measureIdle()
  reportIdle(idle)
  const claims = await measureClaims()
  reportClaims(claims, { single, rival })
  reportGoals({ throughput, idle, claims }, { shipped, single, store, rival, peers })
}

async function measureIdle() {
  const results = []
  for (const durability of ['NORMAL', 'FULL']) {
    const request = { measure: 'idle', durability, samples: quick ? 100 : 200, rounds: quick ? 2 : 4 }
    results.push([durability, 'ours', (await interleave([single], request))[single].flat()])
  }
  const fewer = { measure: 'idle', rounds: 1, samples: quick ? 3 : 12 }
  for (const name of peers.slice(1)) results.push(['NORMAL', `${name}, polls every s`, (await interleave([name], fewer))[name].flat()])
  for (const name of peers.slice(1)) {
    const often = { measure: 'idle', rounds: 1, samples: 100, pollMs: 1 }
    results.push(['NORMAL', `${name}, polls every ms`, (await interleave([name], often))[name].flat()])
  }
  return results
}

async function measureClaims() {
  const results = []
  for (const waiting of quick ? [100, 10_000] : [100, 10_000, 100_000, 1_000_000]) {
    for (const delayed of [false, true]) {
      const measure = delayed ? 'claim-delayed' : 'claim'
      const request = { measure, count: waiting, samples: delayed && waiting === 100 ? 8 : 80 }
      const often = waiting <= 10_000 ? (quick ? 3 : 9) : waiting === 100_000 ? 3 : 1
      const names = [single, rival]
      const row = await interleave(names, { ...request, rounds: often })
      row.statements = (await interleave([store], { ...request, rounds: often, noCommit: true }))[store]
      // At a million liteque would need minutes for its row.
      const fewer = { ...request, samples: Math.min(request.samples, 20), rounds: 1 }
      if (waiting <= 100_000) Object.assign(row, await interleave(['liteque, plain file'], fewer))
      results.push({ waiting, delayed, row })
      console.error(`claim at ${waiting} measured`)
    }
  }
  return results
}

try {
  program = await bundle(project)
  copyLiteque(join(project, 'node_modules'), join(folder, 'liteque'))
  console.log(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model}), ${rounds} rounds, ${new Date().toISOString()}\n`)
  await (options.parts ? measureParts() : measureAll())
} finally {
  for (const child of processes.values()) {
    child.removeAllListeners()
    child.kill()
  }
  rmSync(folder, { recursive: true, force: true })
}
