// npm run bench:idle [-- --minutes 10] [--jobs 0,1000,10000]
// What an app left alone costs while jobs wait for a model server that is not there: processor time, bytes written, growth of the vault.
// `npm run build` first: it starts the headless host as built.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bundle } from '../search/bundle.mjs'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, jobs: { type: 'string', default: '0,1000,10000' } } })
const minutes = Number(values.minutes)
const project = resolve(import.meta.dirname, '..', '..', '..')
const workers = join(project, 'out', 'main')
const passphrase = 'a vault that is removed in a moment'
/** Unlocking and what is done once after it are not counted. */
const SETTLE_MS = 30_000
/** Of Linux, in ticks a second. */
const TICKS = 100

async function end(child) {
  const [code] = child.exitCode === null ? await once(child, 'close') : [child.exitCode]
  return code
}

function bytesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, found) => sum + (found.isFile() ? found.size : 0), 0)
}

/** Of a process and its threads: processor seconds, bytes handed to write calls, bytes that the disk gets. */
function measure(pid, folder) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const io = Object.fromEntries(
    readFileSync(`/proc/${pid}/io`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(': ')),
  )
  return {
    seconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
    called: Number(io.wchar),
    written: Number(io.write_bytes),
    calls: Number(io.syscw),
    size: bytesIn(folder),
  }
}

async function bench(prepare, jobs) {
  const home = join(project, '.cache', 'bench-idle')
  mkdirSync(home, { recursive: true })
  // On the disk of the project: what goes to a temporary file system in memory is not counted as written.
  const folder = mkdtempSync(join(home, 'vault-'))
  try {
    const code = await end(spawn(process.execPath, [prepare, folder, workers, String(jobs), passphrase], { stdio: 'inherit' }))
    if (code !== 0) throw new Error(`the vault could not be made (${code})`)
    const host = spawn(process.execPath, [join(workers, 'headless.js'), '--data', folder], { stdio: ['pipe', 'pipe', 'inherit'] })
    host.stdin.write(`${passphrase}\n`)
    await once(createInterface({ input: host.stdout }), 'line')
    await delay(SETTLE_MS)
    const before = measure(host.pid, folder)
    await delay(minutes * 60_000)
    const after = measure(host.pid, folder)
    host.kill('SIGTERM')
    await end(host)
    const percent = ((after.seconds - before.seconds) / (minutes * 60)) * 100
    const megabytes = (key) => ((after[key] - before[key]) / 1e6).toFixed(3)
    console.log(
      `${String(jobs).padStart(6)} jobs: ${percent.toFixed(2)} % of a core, ${megabytes('written')} MB to the disk (write_bytes), ` +
        `${megabytes('called')} MB in ${after.calls - before.calls} write calls (wchar), vault folder ${megabytes('size')} MB larger`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

console.log(
  `Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model}), load ${loadavg()[0]?.toFixed(1)}, ${minutes} min each\n`,
)
const prepare = await bundle(project, 'tests/bench/idle/prepare.ts', 'idle-prepare')
for (const jobs of values.jobs.split(',')) await bench(prepare, Number(jobs))
