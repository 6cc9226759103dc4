// The stages of `npm test`. Each answers how many checks passed and failed; one that cannot run has failed.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { electronRuntime } from './electron-runtime.mjs'
import { ensureFirstStart } from './first-start.mjs'
import { folderOfProgram, inProject, isLinux, node24, projectEnvironment } from './project.mjs'
import { runCommand, SetupError, say } from './run-command.mjs'
import { ensureSystemPackages, fonts, virtualScreen, windowLibraries } from './system-packages.mjs'

const screen = '-screen 0 1600x1200x24'
const results = (name) => inProject('test-results', name)
const packageProgram = (...parts) => inProject('node_modules', ...parts)
const check = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

async function runWithNode(args, env = {}) {
  return (await runCommand(node24, args, { env: projectEnvironment(env) })).code
}

export async function lint() {
  const files = check(await runWithNode([packageProgram('@biomejs', 'biome', 'bin', 'biome'), 'check', '.']))
  const imports = check(await runWithNode([packageProgram('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'), 'src']))
  return sum([files, imports])
}

export async function types() {
  const checks = []
  for (const config of ['tsconfig.node.json', 'tsconfig.web.json', 'tsconfig.e2e.json']) {
    checks.push(check(await runWithNode([packageProgram('typescript', 'bin', 'tsc'), '-p', config])))
  }
  return sum(checks)
}

export const sum = (counts) =>
  counts.reduce((all, one) => ({ passed: all.passed + one.passed, failed: all.failed + one.failed }), { passed: 0, failed: 0 })

/** A run that ended badly, or in which nothing ran, has failed even when its report names no failed test. */
export function judge({ passed, failed }, code) {
  if (failed === 0 && (code !== 0 || passed === 0)) return { passed, failed: 1 }
  return { passed, failed }
}

/** Counts Vitest's JSON report; a file that could not be loaded has no tests in it and counts as one failure. */
export function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

/** Counts Playwright's JSON report. An error outside of a test counts as one failure. What passes at its second try has passed and is listed as flaky. */
export const countPlaywright = (report) => ({
  passed: report.stats.expected + report.stats.flaky,
  failed: report.stats.unexpected + report.errors.length,
})

function readReport(file, count, code) {
  try {
    return judge(count(JSON.parse(readFileSync(file, 'utf8'))), code)
  } catch {
    return { passed: 0, failed: 1 }
  }
}

export async function unit(filters, env = {}) {
  await ensureBuilt() // Worker threads are tested as built.
  const report = results('unit.json')
  rmSync(report, { force: true })
  // Vite warns that a later version of it will load its configuration in another way; that is no matter of a test run.
  const quiet = { VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', ...env }
  const vitest = packageProgram('vitest', 'vitest.mjs')
  const code = await runWithNode([vitest, 'run', ...filters, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], quiet)
  return readReport(report, countVitest, code)
}

async function ensureScreen() {
  await ensureSystemPackages([...virtualScreen, ...windowLibraries], 'libraries and virtual screen for the end-to-end tests')
  try {
    await ensureSystemPackages(fonts, 'fonts for the pictures of the end-to-end tests')
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(error.message) // Letters may show as boxes in the pictures; the tests run all the same.
  }
}

/** The first start of Electron here takes its time before the tests, not in one of them. */
async function firstStart(runtime) {
  const root = process.getuid?.() === 0
  const [screenProgram, ...screenArgs] = isLinux ? onScreen() : []
  const words = [runtime.program, ...(root ? ['--no-sandbox'] : []), '--disable-gpu', inProject()]
  const [program, ...args] = screenProgram ? [screenProgram, ...screenArgs, ...words] : words
  await ensureFirstStart({ program, args, env: projectEnvironment(runtime.env), marker: inProject('.cache', 'electron', 'started') })
}

const onScreen = () => [join(folderOfProgram('xvfb-run') ?? '', 'xvfb-run'), '-a', '-s', screen]

/** Runs a program with a virtual screen, and a second one; CORTEXA_SECOND_SCREEN holds its name and the file that opens it. */
function onTwoScreens(program, env) {
  const start = onScreen()
  const [first, ...rest] = start
  return runCommand(
    first,
    [...rest, '/bin/sh', '-c', 'CORTEXA_SECOND_SCREEN="$DISPLAY $XAUTHORITY" exec "$@"', 'sh', ...start, ...program],
    { env },
  )
}

export async function e2e(filters) {
  await ensureScreen()
  const runtime = await electronRuntime()
  await ensureBuilt()
  await firstStart(runtime)
  const report = results('e2e.json')
  rmSync(report, { force: true })
  const playwright = [packageProgram('playwright', 'cli.js'), 'test', ...filters]
  const env = projectEnvironment({
    ...runtime.env,
    CORTEXA_ELECTRON: runtime.program,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  const { code } = isLinux ? await onTwoScreens([node24, ...playwright], env) : await runCommand(node24, playwright, { env })
  return readReport(report, countPlaywright, code)
}

export const prepareResults = () => mkdirSync(results(''), { recursive: true })
