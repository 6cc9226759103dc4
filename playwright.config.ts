import { defineConfig } from 'playwright/test'

/** End-to-end tests drive the built app in a real Electron; `npm test` starts them with the runtime and the virtual screen. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  // Two windows at a time, each on a screen of its own (tests/e2e/support/launch.ts).
  workers: process.env.CORTEXA_SECOND_SCREEN === undefined ? 1 : 2,
  // Once more, in a fresh window and vault; the list names what needed it. Goes to 0 once whole runs have passed without.
  retries: 1,
  // A busy computer may stand still for some seconds; what never comes is told a little later.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/e2e.json' }]],
})
