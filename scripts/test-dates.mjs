// `npm run test:dates`: the unit and integration tests on other days and in other time zones. `npm run test:dates -- +400 tests/app` or
// `npm run test:dates -- America/St_Johns` runs a part. The last line is always `N passed, N failed`.
import { chooseDateRuns, dateEnvironment, dateRunTitle } from './date-runs.mjs'
import { ensureInstalled } from './install.mjs'
import { inProject } from './project.mjs'
import { runMain, say } from './run-command.mjs'
import { prepareResults, sum, unit } from './test-stages.mjs'

await runMain(async () => {
  await ensureInstalled()
  prepareResults()
  const { runs, filters } = chooseDateRuns(process.argv.slice(2))
  const counts = []
  for (const run of runs) {
    say(`\n== ${dateRunTitle(run)}`)
    counts.push(await unit(filters, dateEnvironment(run, inProject('scripts', 'shift-date.cjs'))))
  }
  console.log('')
  for (const [place, { passed, failed }] of counts.entries())
    console.log(`${dateRunTitle(runs[place])}: ${passed} passed, ${failed} failed`)
  const total = sum(counts)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
})
