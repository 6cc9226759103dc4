// The long forms of tests that `npm test` runs in a quick form: `npm run test:kill` kills the headless host 300 times,
// `node scripts/long-test.mjs bulk` embeds 5,000 thoughts at once and kills it at 40 %.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { inProject, node24, projectEnvironment } from './project.mjs'
import { runCommand, say } from './run-command.mjs'

const long = {
  kill: { file: 'tests/app/kill.test.ts', env: { CORTEXA_KILLS: '300' } },
  bulk: { file: 'tests/app/bulk-embedding.test.ts', env: { CORTEXA_BULK_NOTES: '5000' } },
}

const chosen = long[process.argv[2] ?? '']
if (chosen === undefined) {
  say(`Choose one of: ${Object.keys(long).join(', ')}`)
  process.exitCode = 1
} else {
  await ensureInstalled()
  await ensureBuilt()
  const { code } = await runCommand(node24, [inProject('node_modules', 'vitest', 'vitest.mjs'), 'run', chosen.file], {
    env: projectEnvironment(chosen.env),
  })
  process.exitCode = code ?? 1
}
