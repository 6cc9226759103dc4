import { describe, expect, it } from 'vitest'
import { runSteps } from '../../../src/main/features/orchestrate/run-steps'
import { fairShares } from '../../../src/main/features/orchestrate/step-prompt'

const step = (id: string, ...needs: string[]) => ({ id, needs })

/** Steps that end when the test says so. */
function workshop() {
  const log: string[] = []
  const open = new Map<string, { done: () => void; fail: (error: unknown) => void }>()
  const run = ({ id }: { id: string }) => {
    log.push(`+${id}`)
    return new Promise<void>((resolve, reject) => {
      open.set(id, {
        done: () => {
          log.push(`-${id}`)
          open.delete(id)
          resolve()
        },
        fail: (error) => {
          open.delete(id)
          reject(error)
        },
      })
    })
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return {
    log,
    open,
    run,
    turn,
    async end(id: string) {
      open.get(id)?.done()
      await turn()
    },
  }
}

describe('the order of steps', () => {
  it('runs two side by side and never three, in the order of the plan, each after what it needs', async () => {
    const { log, run, end, turn, open } = workshop()
    const all = runSteps([step('a'), step('b'), step('c'), step('d', 'a', 'c'), step('e', 'd')], [], run, new AbortController().signal)
    await turn()
    expect([...open.keys()]).toEqual(['a', 'b'])
    await end('b')
    expect([...open.keys()]).toEqual(['a', 'c'])
    await end('c')
    // d needs a, which still runs.
    expect([...open.keys()]).toEqual(['a'])
    await end('a')
    await end('d')
    await end('e')
    expect(await all).toEqual([])
    expect(log).toEqual(['+a', '+b', '-b', '+c', '-c', '-a', '+d', '-d', '+e', '-e'])
  })

  it('does not run again what is done', async () => {
    const { log, run, end, turn } = workshop()
    const all = runSteps([step('a'), step('b', 'a')], ['a'], run, new AbortController().signal)
    await turn()
    await end('b')
    expect(await all).toEqual([])
    expect(log).toEqual(['+b', '-b'])
  })

  it('starts nothing after a failure and waits for what runs, so that its result is kept', async () => {
    const { log, run, end, turn, open } = workshop()
    const all = runSteps([step('a'), step('b'), step('c')], [], run, new AbortController().signal)
    await turn()
    const error = new Error('lost')
    open.get('a')?.fail(error)
    await turn()
    expect([...open.keys()]).toEqual(['b'])
    await end('b')
    expect(await all).toEqual([{ step: step('a'), error }])
    expect(log).toEqual(['+a', '+b', '-b'])
  })

  it('ends at once when it is aborted, however long its steps take', async () => {
    const { run, turn } = workshop()
    const controller = new AbortController()
    const all = runSteps([step('a')], [], run, controller.signal)
    await turn()
    controller.abort('cancelled')
    await expect(all).rejects.toBe('cancelled')
  })

  it('does not wait for ever on a plan that got past its check with a cycle', async () => {
    await expect(runSteps([step('a', 'b'), step('b', 'a')], [], async () => {}, new AbortController().signal)).rejects.toThrow('cycle')
  })
})

it('shares the room of a prompt: short results stay whole, long ones get equally much', () => {
  expect(fairShares([100, 5000, 5000], 4100)).toEqual([100, 2000, 2000])
  expect(fairShares([10, 20], 1000)).toEqual([10, 20])
  expect(fairShares([], 10)).toEqual([])
})
