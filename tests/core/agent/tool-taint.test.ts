import { describe, expect, it } from 'vitest'
import { assertUnmixed, defineTools, type TouchingTool } from '../../../src/main/core/agent/tool-taint'
import { planTools, toolsOf } from '../../../src/main/features/orchestrate/plan-tools'

const reads: TouchingTool<'vault'> = { touches: ['vault'] }
const reaches: TouchingTool<'web'> = { touches: ['web'] }
const proposes: TouchingTool<'collected' | 'proposal'> = { touches: ['collected', 'proposal'] }
const talks: TouchingTool<never> = { touches: [] }
const unknown: TouchingTool = { touches: [] }

describe('the tools of one conversation', () => {
  it('may read the vault, or reach the web, and propose', () => {
    expect(defineTools({ reads, proposes, talks })).toEqual({ reads, proposes, talks })
    expect(defineTools({ reaches, proposes, talks })).toEqual({ reaches, proposes, talks })
  })

  it('never read the vault and reach the web: that does not compile, and throws where types were lost', () => {
    // @ts-expect-error Vault and web.
    expect(() => defineTools({ reads, reaches })).toThrow(/read the vault \(reads\) and reach the web \(reaches\)/)
    const both: TouchingTool<'vault' | 'web'> = { touches: ['vault', 'web'] }
    // @ts-expect-error One tool that does both.
    expect(() => defineTools({ both })).toThrow(/both/)
    // @ts-expect-error What a tool touches has to be in its type.
    defineTools({ unknown })
    expect(() => assertUnmixed({ one: reads, other: { touches: ['proposal', 'web'] } })).toThrow(/reach the web \(other\)/)
  })

  it('are not those of a whole plan: its steps are conversations of their own, and the rule holds from step to step', () => {
    expect(() => assertUnmixed(toolsOf({ research: true }))).toThrow(/research/)
    expect(() => assertUnmixed(toolsOf({ research: false }))).not.toThrow()
    for (const [name, tool] of Object.entries(planTools)) expect(() => assertUnmixed({ [name]: tool }), name).not.toThrow()
  })
})
