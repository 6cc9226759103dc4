// `npm test`: installs if needed, then lint, types, unit and integration, end-to-end. `npm test -- unit`, `npm test -- e2e
// lint` or `npm test -- tests/core/crypto` run a part. The last line is always `N passed, N failed`.
import { chooseStages } from './choose-stages.mjs'
import { ensureInstalled } from './install.mjs'
import { SetupError, say } from './run-command.mjs'
import { e2e, lint, prepareResults, sum, types, unit } from './test-stages.mjs'

const stages = {
  lint: { title: 'Lint', run: lint },
  types: { title: 'Types', run: types },
  unit: { title: 'Unit and integration', run: unit },
  e2e: { title: 'End to end', run: e2e },
}

async function runStage({ title, run }, filters) {
  say(`\n== ${title}`)
  try {
    return await run(filters)
  } catch (error) {
    say(error instanceof SetupError ? error.message : String(error?.stack ?? error))
    return { passed: 0, failed: 1 }
  }
}

async function runStages(chosen) {
  try {
    await ensureInstalled()
    prepareResults()
  } catch (error) {
    say(error instanceof SetupError ? error.message : String(error?.stack ?? error))
    return [['Installation', { passed: 0, failed: 1 }]]
  }
  const counts = []
  for (const [name, filters] of chosen) counts.push([stages[name].title, await runStage(stages[name], filters)])
  return counts
}

const counts = await runStages(chooseStages(process.argv.slice(2)))
console.log('')
for (const [title, { passed, failed }] of counts) console.log(`${title}: ${passed} passed, ${failed} failed`)
const total = sum(counts.map(([, count]) => count))
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`${total.passed} passed, ${total.failed} failed`)
