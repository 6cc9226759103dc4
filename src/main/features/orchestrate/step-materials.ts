import type { PlanSource } from '../../../shared/contract/orchestrate'
import { fenceText, plainLine } from '../../../shared/untrusted-text'
import { assertUnmixed } from '../../core/agent/tool-taint'
import { maySee, viewerOfWork } from '../../core/privacy/viewer'
import { GiveUp } from '../../core/queue/job-rules'
import type { RelatedItem } from '../embeddings/related-items'
import type { ItemRow } from '../items/item-store'
import { fence } from '../thinking/prompt-text'
import { NEIGHBOUR_COUNT } from '../thinking/thinking-deps'
import type { OrchestrateDeps } from './orchestrate-deps'
import type { StepRow } from './orchestration-store'
import { joinSources, withItemMarks } from './plan-citations'
import { ancestorsOf, restsOnWeb } from './plan-rules'
import { planTools } from './plan-tools'
import type { StepPromptParts } from './step-prompt'

type Sections = StepPromptParts['sections']

/** A result that a step is given, numbered together with the others. */
export interface Material {
  step: StepRow
  text: string
  /** It is a text from the web, or was made from one. */
  web: boolean
}

export interface Materials {
  given: Material[]
  sources: PlanSource[]
}

/** The results that a step needs. A step that needs the last try of another gets what is there. */
export function materialsOf(step: StepRow, all: readonly StepRow[]): Materials {
  const needed = all.filter((other) => step.needs.includes(other.id) && other.status === 'done')
  const { parts, sources } = joinSources(
    needed.map((one) => ({
      step: one,
      text: one.text,
      sources: one.sources,
      web: planTools[one.tool].touches.includes('web') || restsOnWeb(one.id, all, planTools),
    })),
  )
  return { given: parts, sources }
}

/**
 * Throws where a step would read the vault after it has seen text from the web, or go to the web with results in hand (docs/security.md H30). The
 * check of the plan sees to it before; this holds where a plan came past it.
 */
export function assertMayTouch(step: StepRow, all: readonly StepRow[]): void {
  const own = planTools[step.tool]
  assertUnmixed({ [step.tool]: own, 'what it rests on': { touches: restsOnWeb(step.id, all, planTools) ? ['web'] : [] } })
  assertUnmixed({
    [step.tool]: own,
    'what it is given': { touches: step.needs.length > 0 && own.touches.includes('web') ? ['vault'] : [] },
  })
}

/** Earlier thoughts that what the step rests on has named, as they are now; without those that are gone or came to stay here. */
export function knownNeighbours(deps: OrchestrateDeps, item: ItemRow, step: StepRow, all: readonly StepRow[]): RelatedItem[] {
  const ancestors = ancestorsOf(step.id, all)
  const ids = new Set<string>()
  for (const one of all) if (ancestors.has(one.id)) for (const source of one.sources) if (source.kind === 'item') ids.add(source.itemId)
  const viewer = viewerOfWork(item, deps.engine)
  const found = [...ids].flatMap((id) => {
    const other = deps.items.find(id)
    return other && other.deleted_at === null && maySee(viewer, other) ? [other] : []
  })
  return found.slice(0, NEIGHBOUR_COUNT).map((other, index) => ({
    id: other.id,
    title: other.title,
    body: other.body.slice(0, 4000),
    createdAt: other.created_at,
    // They stand in the order of their closeness, which is all that is asked of the figure here.
    score: 1 - index / 100,
  }))
}

/** Gives up when an earlier thought that the results speak of came to stay here, and the model is on another computer. */
export function assertResultsMayBeSent(deps: OrchestrateDeps, item: ItemRow, all: readonly StepRow[]): void {
  if (item.private === 1 || !deps.engine.leavesComputer()) return
  const kept = all.some((step) => step.sources.some((source) => source.kind === 'item' && deps.items.find(source.itemId)?.private === 1))
  if (kept)
    throw new GiveUp(
      'ITEM_PRIVATE',
      'An earlier thought that this plan had read was set to stay here meanwhile, so nothing more was sent. Start a new plan, which leaves it out.',
    )
}

/** Results as sections that cite by number. Text from the web stands between marks that it cannot hold. */
export function numberedSections({ given, sources }: Materials, mark: string): Sections {
  const results = given.map(({ step, text, web }) => sectionOf(step, text, web, mark))
  if (sources.length === 0) return [...results, { text: 'There are no sources. Cite nothing.', wrap: (text) => text }]
  const lines = sources.map((source) =>
    source.kind === 'item'
      ? `[${source.n}] earlier note: ${plainLine(source.title, 200)}`
      : `[${source.n}] web page: ${plainLine(source.title, 200)}, ${hostOf(source.url)}`,
  )
  return [...results, { text: lines.join('\n'), wrap: (text) => fence('sources', text) }]
}

/** The same as the stages of Deep Think cite, by item. */
export function itemSections({ given, sources }: Materials, mark: string): Sections {
  return given.map(({ step, text, web }) => sectionOf(step, withItemMarks(text, sources), web, mark))
}

function sectionOf(step: StepRow, text: string, web: boolean, mark: string): Sections[number] {
  return {
    text,
    wrap: (shown) =>
      web ? `Result of ${step.tool}, made from texts of the web:\n${fenceText(shown, mark)}` : fence(`result-of-${step.tool}`, shown),
  }
}

function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return ''
  }
}
