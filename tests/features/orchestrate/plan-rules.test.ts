import { describe, expect, it } from 'vitest'
import { ancestorsOf, type PlannedStep, planFaults, restsOnWeb } from '../../../src/main/features/orchestrate/plan-rules'
import { planTools, toolsOf } from '../../../src/main/features/orchestrate/plan-tools'
import { usualPlan } from '../../../src/main/features/orchestrate/usual-plan'

const tools = toolsOf({ research: true })
const step = (id: string, tool: string, ...needs: string[]): PlannedStep => ({ id, tool, why: '', input: '', needs })
const faults = (...steps: PlannedStep[]) => planFaults(steps, { tools })

describe('the check of a plan', () => {
  it('finds nothing wrong with a plan that branches and joins, web and vault side by side', () => {
    const plan = [
      step('r', 'related'),
      step('w', 'research'),
      step('e', 'expand', 'r'),
      step('c', 'counterpoint', 'r', 'e'),
      step('q', 'ask', 'w', 'c'),
      step('s', 'synthesize', 'e', 'c', 'w'),
      step('a', 'answer', 's', 'q'),
    ]
    expect(faults(...plan)).toEqual([])
    expect(restsOnWeb('c', plan, tools)).toBe(false)
    expect(restsOnWeb('a', plan, tools)).toBe(true)
    expect([...ancestorsOf('s', plan)].sort()).toEqual(['c', 'e', 'r', 'w'])
  })

  it.each([
    ['a cycle of two', [step('e', 'expand', 'c'), step('c', 'counterpoint', 'e'), step('a', 'answer', 'c')], /"e" needs itself/],
    ['a step that needs itself', [step('e', 'expand', 'e'), step('a', 'answer', 'e')], /"e" needs itself/],
    ['an unknown tool', [step('e', 'browse'), step('a', 'answer', 'e')], /the tool "browse", which does not exist/],
    ['a missing need', [step('e', 'expand'), step('a', 'answer', 'x')], /"a" needs "x", which is no step/],
    ['an id given twice', [step('e', 'expand'), step('e', 'related'), step('a', 'answer', 'e')], /the same id/],
    ['an id that is empty', [step('', 'expand'), step('a', 'answer', '')], /no id/],
    ['two last steps', [step('e', 'expand'), step('a', 'answer', 'e'), step('b', 'answer', 'e')], /exactly one last step, this one has 2/],
    ['no last step', [step('e', 'expand'), step('s', 'synthesize', 'e')], /exactly one last step, this one has none \(answer\)/],
    ['a last step that is given nothing', [step('e', 'expand'), step('a', 'answer')], /needs nothing/],
    ['a step after the last', [step('e', 'expand'), step('a', 'answer', 'e'), step('q', 'ask', 'a')], /nothing comes after the last step/],
    ['one step', [step('a', 'answer')], /at least 2 steps/],
    [
      'nine steps',
      [...Array.from({ length: 8 }, (_, n) => step(`q${n}`, 'ask')), step('a', 'answer', 'q0')],
      /at most 8 steps, this one has 9/,
    ],
    [
      'a vault read after the web',
      [step('w', 'research'), step('c', 'counterpoint', 'w'), step('a', 'answer', 'c')],
      /"c" \(counterpoint\) reads the vault/,
    ],
    [
      'a vault read after the web, through another step',
      [step('w', 'research'), step('q', 'ask', 'w'), step('r', 'related', 'q'), step('a', 'answer', 'r')],
      /"r" \(related\) reads the vault/,
    ],
    ['the web after the vault', [step('r', 'related'), step('w', 'research', 'r'), step('a', 'answer', 'w')], /"w" goes to the web/],
  ] as const)('refuses %s', (_name, plan, fault) => {
    expect(faults(...plan).join('; ')).toMatch(fault)
  })

  it('refuses the web where nobody gave a question for it, and a plan without it where somebody did', () => {
    const plan = [step('w', 'research'), step('a', 'answer', 'w')]
    expect(planFaults(plan, { tools: toolsOf({ research: false }) }).join()).toContain('"research", which does not exist')
    const without = [step('e', 'expand'), step('a', 'answer', 'e')]
    expect(planFaults(without, { tools, demanded: 'research' }).join()).toContain('exactly once, this one has it 0 times')
  })

  it('counts the steps that are done, and lets new ones need them', () => {
    const done = [step('w', 'research'), step('e', 'expand')]
    expect(planFaults([step('a', 'answer', 'w', 'e')], { tools, done, demanded: 'research' })).toEqual([])
    expect(planFaults([step('c', 'counterpoint', 'w'), step('a', 'answer', 'c')], { tools, done }).join()).toContain('reads the vault')
  })
})

describe('the usual plan', () => {
  it.each([true, false])('passes the check (research %s)', (research) => {
    const plan = usualPlan({ research })
    expect(planFaults(plan, { tools: toolsOf({ research }), demanded: research ? 'research' : null })).toEqual([])
  })

  it('does without the tool that failed and uses what is done, within eight steps', () => {
    const done = [
      { id: 'r1', tool: 'related' as const },
      { id: 'x', tool: 'expand' as const },
    ]
    const plan = usualPlan({ research: false, done, without: 'counterpoint' })
    expect(plan.map(({ tool }) => tool)).toEqual(['synthesize', 'answer'])
    expect(plan[0]?.needs.sort()).toEqual(['r1', 'x'])
    const full = Array.from({ length: 7 }, (_, n) => ({ id: `q${n}`, tool: 'ask' as const }))
    expect(usualPlan({ research: true, done: full, without: 'answer' })).toMatchObject([
      { tool: 'answer', needs: full.map(({ id }) => id) },
    ])
  })
})

it('has no tool that touches both the vault and the web', () => {
  for (const { touches } of Object.values(planTools)) expect(touches.length).toBeLessThan(2)
})
