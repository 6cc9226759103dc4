import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Whole programs take longest, and of them the one that is killed again and again: what is long begins early, so that none is left alone at the end. */
const longestFirst = ['tests/app/kill.test.ts', 'tests/app/']

function rankOf({ moduleId }: TestSpecification): number {
  const place = longestFirst.findIndex((path) => moduleId.includes(path))
  return place === -1 ? longestFirst.length : place
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other))
  }
}

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx,mjs}'],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    // A busy computer may stand still for seconds; what never comes is told a little later.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    maxWorkers: 2,
    // One process takes file after file, and loads the program and its encoder once: a test leaves nothing behind in it.
    isolate: false,
    unstubGlobals: true,
    sequence: { sequencer: LongestFirst },
  },
})
