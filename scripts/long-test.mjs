// The long forms of tests that `npm test` runs in a quick form. `npm run test:long` runs all of them, `npm run test:long -- kill` one:
// `kill` kills the headless host 300 times, `bulk` embeds 5,000 thoughts at once and kills it at 40 %, `queue` compares the queue with its
// plain model in many more and longer runs.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { inProject, node24, projectEnvironment } from './project.mjs'
import { runCommand, say } from './run-command.mjs'

const long = {
  kill: { args: ['tests/app/kill.test.ts'], env: { CORTEXA_KILLS: '300' } },
  bulk: { args: ['tests/app/bulk-embedding.test.ts'], env: { CORTEXA_BULK_NOTES: '5000' } },
  queue: { args: ['--mode', 'long', 'tests/core/queue'], env: {} },
}

const asked = process.argv.slice(2)
const names = asked.length === 0 ? Object.keys(long) : asked
const unknown = names.filter((name) => !(name in long))
if (unknown.length > 0) {
  say(`There is no long test ${unknown.join(', ')}. Choose of: ${Object.keys(long).join(', ')}`)
  process.exitCode = 1
} else {
  await ensureInstalled()
  await ensureBuilt()
  for (const name of names) {
    say(`\n== ${name}`)
    const { args, env } = long[name]
    const { code } = await runCommand(node24, [inProject('node_modules', 'vitest', 'vitest.mjs'), 'run', ...args], {
      env: projectEnvironment(env),
    })
    if (code !== 0) process.exitCode = 1
  }
}
