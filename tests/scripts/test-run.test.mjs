import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chooseStages } from '../../scripts/choose-stages.mjs'
import { inProject, readJson } from '../../scripts/project.mjs'
import { countPlaywright, countVitest, judge, sum } from '../../scripts/test-stages.mjs'

describe('npm test', () => {
  it.each([
    [
      [],
      [
        ['lint', []],
        ['types', []],
        ['unit', []],
        ['e2e', []],
      ],
    ],
    [['unit'], [['unit', []]]],
    [
      ['e2e', 'lint'],
      [
        ['lint', []],
        ['e2e', []],
      ],
    ],
    [['tests/core/crypto'], [['unit', ['tests/core/crypto']]]],
    [['tests/e2e/capture.spec.ts'], [['e2e', ['tests/e2e/capture.spec.ts']]]],
    [
      ['types', 'wav', 'e2e/lock'],
      [
        ['types', []],
        ['unit', ['wav']],
        ['e2e', ['e2e/lock']],
      ],
    ],
  ])('%j runs %j', (words, stages) => {
    expect(chooseStages(words)).toEqual(stages)
  })

  it('counts a test file that does not load, which has no tests in it', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{ status: 'failed' }] },
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    }
    expect(countVitest(report)).toEqual({ passed: 3, failed: 2 })
  })

  it('counts an end-to-end test that passed at its second try as passed, and an error outside of tests as failed', () => {
    expect(countPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] })).toEqual({ passed: 5, failed: 2 })
  })

  it('has failed when a run crashed or nothing ran, whatever the report says', () => {
    expect(judge({ passed: 5, failed: 0 }, 0)).toEqual({ passed: 5, failed: 0 })
    expect(judge({ passed: 5, failed: 0 }, 1)).toEqual({ passed: 5, failed: 1 })
    expect(judge({ passed: 5, failed: 0 }, null)).toEqual({ passed: 5, failed: 1 })
    expect(judge({ passed: 0, failed: 0 }, 0)).toEqual({ passed: 0, failed: 1 })
    expect(judge({ passed: 5, failed: 2 }, 1)).toEqual({ passed: 5, failed: 2 })
  })

  it('adds up the stages', () => {
    expect(
      sum([
        { passed: 1, failed: 0 },
        { passed: 20, failed: 3 },
      ]),
    ).toEqual({ passed: 21, failed: 3 })
  })
})

describe('what the project ships', () => {
  it('names every package in THIRD-PARTY-NOTICES.txt, with its licence', () => {
    const check = spawnSync(process.execPath, [inProject('scripts', 'third-party-notices.mjs'), '--check'], { encoding: 'utf8' })
    expect(check.stderr).toBe('')
    expect(check.status).toBe(0)
  })

  it('installs from whatever registry the machine uses: the lock file names none', () => {
    expect(readFileSync(inProject('package-lock.json'), 'utf8')).not.toContain('"resolved"')
  })

  it('says of every package with an install script whether it may run', () => {
    const scripted = Object.entries(readJson(inProject('package-lock.json')).packages).filter(
      ([, entry]) => entry.hasInstallScript && !entry.os,
    )
    const reviewed = readJson(inProject('package.json')).allowScripts
    for (const [path] of scripted) expect(Object.keys(reviewed)).toContain(path.slice('node_modules/'.length))
  })
})
