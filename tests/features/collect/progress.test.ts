import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../../src/main/core/agent/logger'
import { type CollectProgress, createProgressReporter, generatePercent } from '../../../src/main/features/collect/progress'
import { collectSteps, isCollectStepId } from '../../../src/main/features/collect/steps'
import { createReportProgressTool } from '../../../src/main/features/collect/tools/report-progress-tool'

const context = { signal: new AbortController().signal, toolCallId: 'x' }

function reporting(items: { count: number }, listener?: (progress: CollectProgress) => void) {
  const told: CollectProgress[] = []
  const progress = createProgressReporter(listener ?? ((entry) => void told.push(entry)), silentLogger)
  return { told, progress, tool: createReportProgressTool({ progress, countItems: () => items.count }) }
}

describe('progress', () => {
  it('C15: steps begin at 10, 20, 82, 85 and 95 percent, and the end is 100', () => {
    const { told, progress } = reporting({ count: 0 })
    for (const index of collectSteps.keys()) progress.stepStarted(index)
    progress.finished()
    expect(told.map(({ percent }) => percent)).toEqual([10, 20, 82, 85, 95, 100])
  })

  it('C15: items move it from 30 to 80', () => {
    expect([0, 1, 10, 33, 100].map(generatePercent)).toEqual([30, 32, 45, 80, 80])
  })

  it('C15: it never goes down, and the model’s own percentage is that of the step', async () => {
    const items = { count: 33 }
    const { told, tool } = reporting(items)
    await tool.execute({ message: 'almost' }, context)
    items.count = 10
    await tool.execute({ message: 'back', percentage: 95 }, context)
    expect(told.map(({ percent }) => percent)).toEqual([80, 80])
    expect(told[1]).toMatchObject({
      stepProgress: 95,
      itemsProcessed: 10,
      currentStepIndex: 1,
      currentStepName: 'Generate Items',
      totalSteps: 5,
    })
    expect(told[0]).not.toHaveProperty('stepProgress')
  })

  it('C15: a listener that throws, or none, changes nothing for the tool', async () => {
    const { tool } = reporting({ count: 0 }, () => {
      throw new Error('listener broke')
    })
    expect(await tool.execute({ message: 'x' }, context)).toEqual({ acknowledged: true })
    const silent = createReportProgressTool({ progress: createProgressReporter(undefined, silentLogger), countItems: () => 0 })
    expect(await silent.execute({ message: 'x' }, context)).toEqual({ acknowledged: true })
  })
})

describe('the steps', () => {
  it('are five, and no other id is one', () => {
    expect(collectSteps.map(({ estimatedSeconds }) => estimatedSeconds)).toEqual([5, 120, 5, 30, 2])
    expect(isCollectStepId('cleanup')).toBe(true)
    for (const id of ['', 'publish', undefined]) expect(isCollectStepId(id)).toBe(false)
  })
})
