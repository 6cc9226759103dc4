import type { PlanSource, PlanToolName } from '../../../shared/contract/orchestrate'
import type { EngineLabel, ThesisOutput } from '../../../shared/entities'
import type { JobContext } from '../../core/jobs/define-job'
import type { ThinkingContext, ThinkingRequest, ThinkingResult } from '../../core/jobs/engine'
import type { PromptImage } from '../../core/llm/model-call'
import { viewerOfWork } from '../../core/privacy/viewer'
import { GiveUp, RetryLater } from '../../core/queue/job-rules'
import type { RelatedItem } from '../embeddings/related-items'
import type { ItemRow } from '../items/item-store'
import { readAttachedImages, roomBesideImages } from '../thinking/attached-images'
import { outlineCounterpoint } from '../thinking/builtin/counterpoint'
import { outlineExpansion } from '../thinking/builtin/expansion'
import { extractSummary } from '../thinking/builtin/extract-summary'
import { outlineThesis } from '../thinking/builtin/thesis'
import { withinContext } from '../thinking/digest'
import { ModelThesis, toThesisOutput } from '../thinking/model-thesis'
import type { PartReader } from '../thinking/part-reader'
import { fence, listNeighbours, MAX_PROMPT_BODY } from '../thinking/prompt-text'
import { NEIGHBOUR_COUNT, STAGE_TOKENS } from '../thinking/thinking-deps'
import { COUNTERPOINT_SYSTEM, EXPAND_SYSTEM, SYNTHESIZE_SYSTEM } from '../thinking/thinking-prompts'
import type { OrchestrateDeps } from './orchestrate-deps'
import type { StepResult, StepRow } from './orchestration-store'
import { settleCitations } from './plan-citations'
import { itemSections, knownNeighbours, type Materials, materialsOf, numberedSections } from './step-materials'
import { type StepPromptParts, stepPrompt } from './step-prompt'
import { ANSWER_SYSTEM, ASK_SYSTEM, SUM_UP_SYSTEM } from './step-prompts'
import { outlineAnswer, thesisText } from './thesis-text'

/** One run of one step. */
export interface StepRun {
  step: StepRow
  /** Every step of the plan, those planned away among them. */
  all: readonly StepRow[]
  item: ItemRow
  goal: string
  webQuestion: string | null
  context: JobContext
  thinking: ThinkingContext
  reader: PartReader
  /** How the call is named in the trace. */
  callName: string
}

/** The longest result that is kept, in characters: of a model that does not end. */
const LONGEST_RESULT = 60_000
/** Numbers that no text has, for texts that are to cite by item only. */
const BY_ITEM_ONLY = 100_000

const itemSources = (neighbours: readonly { id: string; title: string }[], from = 1): PlanSource[] =>
  neighbours.map(({ id, title }, index) => ({ kind: 'item', n: index + from, itemId: id, title }))

/** What each tool of a plan does. Nothing is written here; the result is. */
export function createStepTools(deps: OrchestrateDeps): Record<PlanToolName, (run: StepRun) => Promise<StepResult>> {
  const { engine } = deps
  const thoughtOf = ({ item }: StepRun) => ({ id: item.id, title: item.title, body: item.body, createdAt: item.created_at })
  const mark = () => `web-${deps.newId().replaceAll('-', '').slice(-12)}`

  function ask<T = string>(
    run: StepRun,
    parts: Pick<StepPromptParts, 'system' | 'sections'> & { images?: readonly PromptImage[]; maxOutputTokens?: number },
    request: Pick<ThinkingRequest<T>, 'outline' | 'schema'>,
  ): Promise<ThinkingResult<T>> {
    const { system, sections, images = [], maxOutputTokens } = parts
    const { step, item, goal } = run
    const before = [goal === '' ? '' : `Goal of the person: ${goal}`, step.input === '' ? '' : `For this step: ${step.input}`]
    return withinContext(engine, maxOutputTokens ?? STAGE_TOKENS, async (room) => {
      const prompt = await stepPrompt(
        engine,
        { system, subject: item, before: before.filter((text) => text !== '').join('\n'), sections },
        roomBesideImages(room, images),
        run.thinking,
        run.reader,
      )
      const budget = maxOutputTokens === undefined ? {} : { maxOutputTokens }
      return engine.generate<T>({ name: run.callName, system, prompt, images, ...budget, ...request }, run.thinking)
    })
  }

  const search = (run: StepRun) => deps.relatedItems(run.item, NEIGHBOUR_COUNT, viewerOfWork(run.item, engine), run.context.signal)

  /** The earlier thoughts that the plan has found; a step that reads the vault looks for itself where the plan did not. */
  async function neighboursFor(run: StepRun): Promise<RelatedItem[]> {
    const known = knownNeighbours(deps, run.item, run.step, run.all)
    return known.length > 0 ? known : search(run)
  }

  const neighbourSection = (neighbours: readonly RelatedItem[]) => ({
    text: listNeighbours(neighbours),
    wrap: (text: string) => `Earlier thoughts:\n\n${text}`,
  })

  /** A text that cites by item, as the stages of Deep Think do. */
  function byItem(text: string, neighbours: readonly RelatedItem[], engineLabel: EngineLabel): StepResult {
    return { ...settleCitations(text.slice(0, LONGEST_RESULT), itemSources(neighbours, BY_ITEM_ONLY)), thesis: null, engine: engineLabel }
  }

  function byNumber(text: string, { sources }: Materials, engineLabel: EngineLabel): StepResult {
    return { ...settleCitations(text.slice(0, LONGEST_RESULT), sources), thesis: null, engine: engineLabel }
  }

  return {
    async related(run) {
      const found = await search(run)
      const lines = found.map(({ title, body }, index) => {
        const words = body.replace(/\s+/g, ' ').trim().slice(0, 240)
        return `${index + 1}. ${title} [${index + 1}]${words === '' || words === title ? '' : `: ${words}`}`
      })
      return {
        text: lines.length === 0 ? 'No earlier thought is close to this one.' : lines.join('\n'),
        sources: itemSources(found),
        dropped: 0,
        thesis: null,
        engine: { kind: 'builtin', label: 'closeness in meaning, no model asked' },
      }
    },

    async expand(run) {
      const neighbours = await neighboursFor(run)
      const images = await readAttachedImages(deps, run.item.id)
      const sections = itemSections(materialsOf(run.step, run.all), mark())
      const outline = () => outlineExpansion({ thought: thoughtOf(run), neighbours }).text
      const { value, engine: label } = await ask(run, { system: EXPAND_SYSTEM, sections, images }, { outline })
      return byItem(value, neighbours, label)
    },

    async counterpoint(run) {
      const neighbours = await neighboursFor(run)
      const materials = materialsOf(run.step, run.all)
      // The neighbours come with their words below.
      const others = { ...materials, given: materials.given.filter(({ step }) => step.tool !== 'related') }
      const sections = [...itemSections(others, mark()), neighbourSection(neighbours)]
      const outline = () => outlineCounterpoint({ thought: thoughtOf(run), neighbours, expansion: '' }).text
      const { value, engine: label } = await ask(run, { system: COUNTERPOINT_SYSTEM, sections }, { outline })
      return byItem(value, neighbours, label)
    },

    async summarize(run) {
      const { title, body } = run.item
      const sections = itemSections(materialsOf(run.step, run.all), mark())
      const outline = () => extractSummary({ title, body: body.slice(0, MAX_PROMPT_BODY) }) || title
      const { value, engine: label } = await ask(run, { system: SUM_UP_SYSTEM, sections, maxOutputTokens: 600 }, { outline })
      return byItem(value, [], label)
    },

    async research(run) {
      if (deps.research === undefined || run.webQuestion === null)
        throw new GiveUp('BAD_INPUT', 'There is no question that may go to the web, so nothing was looked up. Start a plan with one.')
      // The question of the person and nothing else: not the goal, not what the planner wrote.
      const {
        text,
        sources,
        engine: label,
      } = await deps.research(run.webQuestion, run.context).catch((error: unknown) => {
        throw withoutWeb(error)
      })
      const pages = sources.map(({ url, title }, index): PlanSource => ({ kind: 'page', n: index + 1, url, title }))
      // Its list of sources would only repeat them: they are kept beside the text.
      const [report = ''] = text.slice(0, LONGEST_RESULT).split(/\n## Sources\n/)
      return { ...settleCitations(report, pages), thesis: null, engine: label }
    },

    async ask(run) {
      const materials = materialsOf(run.step, run.all)
      const sections = numberedSections(materials, mark())
      const outline = () => extractSummary({ title: run.item.title, body: run.item.body.slice(0, MAX_PROMPT_BODY) }) || run.item.title
      const { value, engine: label } = await ask(run, { system: ASK_SYSTEM, sections }, { outline })
      return byNumber(value, materials, label)
    },

    async synthesize(run) {
      const neighbours = knownNeighbours(deps, run.item, run.step, run.all)
      const materials = materialsOf(run.step, run.all)
      const others = { ...materials, given: materials.given.filter(({ step }) => step.tool !== 'related') }
      const textOf = (tool: PlanToolName) => materials.given.find(({ step }) => step.tool === tool)?.text ?? ''
      const { value, engine: label } = await ask<ThesisOutput>(
        run,
        { system: SYNTHESIZE_SYSTEM, sections: [...itemSections(others, mark()), neighbourSection(neighbours)] },
        {
          schema: ModelThesis.transform((model) => toThesisOutput(model, neighbours)),
          outline: () =>
            outlineThesis({ thought: thoughtOf(run), neighbours, expansion: textOf('expand'), counterpoint: textOf('counterpoint') }),
        },
      )
      const sources = value.sources.map((source): PlanSource => ({ kind: 'item', ...source }))
      return { text: thesisText(value), sources, dropped: value.dropped_citations, thesis: value, engine: label }
    },

    async answer(run) {
      const materials = materialsOf(run.step, run.all)
      const outline = () => outlinedAnswer(materials)
      const task = { text: taskOf(run), wrap: (text: string) => fence('task', text) }
      const sections = [...numberedSections(materials, mark()), task]
      const { value, engine: label } = await ask(run, { system: ANSWER_SYSTEM, sections }, { outline })
      return byNumber(value, materials, label)
    },
  }
}

/** Without the web the plan goes on without this step: it does not wait until the web is back. */
function withoutWeb(error: unknown): unknown {
  return error instanceof RetryLater && error.code.startsWith('WEB_') ? new GiveUp(error.code, error.reason, { cause: error }) : error
}

function taskOf({ goal }: StepRun): string {
  return goal === '' ? 'Say what the person should know about this note, and what to do next.' : `Answer this: ${goal}`
}

/** Without a model: the thesis in short, or else the beginnings of the results. Numbers are those of the joined sources. */
function outlinedAnswer({ given, sources }: Materials): string {
  const synthesis = given.find(({ step }) => step.thesis !== null)
  const thesis = synthesis?.step.thesis ?? null
  const own = new Map(thesis?.sources.map(({ n, itemId }) => [n, sources.find((one) => one.kind === 'item' && one.itemId === itemId)?.n]))
  const short = outlineAnswer(thesis).replace(/\[(\d{1,3})\]/g, (_whole, n) => `[${own.get(Number(n)) ?? n}]`)
  const web = given.filter((one) => one.web).map(({ text }) => `**From the web**\n\n${firstParagraphs(text)}`)
  if (short !== '') return [short, ...web].join('\n\n')
  return given.map(({ text }) => firstParagraphs(text)).join('\n\n')
}

function firstParagraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .slice(0, 3)
    .join('\n\n')
}
