import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { build } from 'vite'

/**
 * What the model client costs over a bare fetch to the same fake server, interleaved in one run. Medians. The server is a process of its
 * own; "cpu" is the client process alone.
 */
const project = join(import.meta.dirname, '..', '..', '..')
const outDir = join(project, '.cache', 'bench-llm')
for (const name of ['server', 'client']) {
  await build({
    configFile: false,
    root: project,
    logLevel: 'error',
    build: {
      ssr: join(project, 'tests', 'bench', 'llm', `${name}.ts`),
      outDir,
      emptyOutDir: name === 'server',
      target: 'node24',
      minify: false,
      rollupOptions: { output: { format: 'es', entryFileNames: `${name}.mjs` } },
    },
  })
}

const [tokens = '2000', rounds = '15'] = process.argv.slice(2)
const server = spawn(process.execPath, [join(outDir, 'server.mjs'), tokens], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
const [addresses] = await once(server.stdout, 'data')
const client = spawn(process.execPath, [join(outDir, 'client.mjs'), ...String(addresses).trim().split(' '), tokens, rounds], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
let said = ''
client.stdout.on('data', (piece) => {
  said += piece
})
const [code] = await once(client, 'exit')
server.disconnect()
if (code !== 0) process.exit(code ?? 1)

const { rows } = JSON.parse(said)
const bare = rows[0]
const figure = (number, digits = 2) => number.toFixed(digits).padStart(9)
console.log(`${tokens} tokens a long answer, ${rounds} rounds; medians, and the ratio to the first row`)
console.log('                     ms a call   cpu ms   ratio   µs a token   cpu µs   ratio   alone: cpu µs')
for (const row of rows) {
  console.log(
    `${row.name.padEnd(18)} ${figure(row.callMs)} ${figure(row.callCpuMs)} ${figure(row.callMs / bare.callMs, 1)}  ${figure(row.tokenUs)} ${figure(row.tokenCpuUs)} ${figure(row.tokenCpuUs / bare.tokenCpuUs, 1)} ${figure(row.pacedCpuUs)}`,
  )
}
const ours = rows.at(-1)
const overCall = Math.max(ours.callMs - bare.callMs, ours.callCpuMs - bare.callCpuMs)
const overToken = ours.tokenCpuUs - bare.tokenCpuUs
const overAlone = ours.pacedCpuUs - bare.pacedCpuUs
console.log(
  `over a bare fetch: ${overCall.toFixed(2)} ms a call (goal 3), ${overToken.toFixed(1)} µs of processor a token (goal 20), ${overAlone.toFixed(1)} where each arrives alone`,
)
