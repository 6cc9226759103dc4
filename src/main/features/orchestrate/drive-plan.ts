import type { PlanToolName } from '../../../shared/contract/orchestrate'
import type { JobContext } from '../../core/jobs/define-job'
import { type ThinkingContext, thinkingContext } from '../../core/jobs/engine'
import { GiveUp } from '../../core/queue/job-rules'
import { assertMayBeSent, readItem } from '../items/item-reader'
import type { ItemRow } from '../items/item-store'
import { createPartReader } from '../thinking/part-reader'
import { makePlan } from './make-plan'
import type { OrchestrateDeps } from './orchestrate-deps'
import type { OrchestrationRow, StepResult, StepRow } from './orchestration-store'
import { withItemMarks } from './plan-citations'
import { runSteps } from './run-steps'
import { createStepTools, type StepRun } from './run-tool'
import { shareReads } from './shared-reader'
import { endsRun, errorSentence, isWorthAnotherTry, planFailed } from './step-errors'
import { assertMayTouch, assertResultsMayBeSent } from './step-materials'

/** Tries of one step in one run of the job. */
const STEP_TRIES = 2
/** How often a plan is made anew before a person is asked. */
const MOST_REPLANS = 1

const names: Record<PlanToolName, string> = {
  related: 'Related thoughts',
  expand: 'Expand',
  counterpoint: 'Counterpoint',
  summarize: 'Summarise',
  research: 'Research',
  ask: 'Ask',
  synthesize: 'Synthesize',
  answer: 'Answer',
}

/**
 * Plans and runs, or goes on with what is there: each step is written as it ends. Returns the id of the last step, which is done.
 * Throws what ends the job: RetryLater where it waits, GiveUp where a person has to look.
 */
export async function drivePlan(
  deps: OrchestrateDeps,
  ids: { itemId: string; orchestrationId: string },
  context: JobContext,
): Promise<string> {
  const { orchestrations: store, engine } = deps
  const { itemId, orchestrationId: id } = ids
  const reader = shareReads(createPartReader(deps, itemId, context))
  const tools = createStepTools(deps)
  const thinking = thinkingContext(context)

  const readPlan = (): OrchestrationRow => {
    const plan = store.find(id)
    if (!plan) throw new GiveUp('NOT_FOUND', 'This plan was deleted, so there is nothing to do.')
    return plan
  }
  const readThought = (): ItemRow => {
    const item = readItem(deps.items, itemId)
    assertMayBeSent(item, engine)
    return item
  }
  function write(status: 'planning' | 'running', body: (now: number) => void): void {
    context.write((tx) => {
      body(tx.now)
      tx.emit('orchestration-updated', { orchestrationId: id, itemId, status })
    })
  }

  async function plan(earlier?: { failed: StepRow; error: string }): Promise<void> {
    const item = readThought()
    const { goal, webQuestion } = readPlan()
    context.note(earlier ? 'Plans anew' : 'Plans the steps')
    write('planning', (now) => store.setStatus(id, 'planning', null, now))
    const all = store.steps(id)
    const research = webQuestion !== null && deps.research !== undefined && item.private === 0
    const request = { subject: item, goal, webQuestion, research, ...(earlier ? { earlier: { all, ...earlier } } : {}) }
    const made = await makePlan(engine, request, thinking, reader)
    write('running', (now) => {
      if (earlier) store.replacePlan(id, made.steps)
      else store.addPlan(id, made.steps, made.by)
      if (made.warning !== null) store.warn(id, made.warning)
      if (earlier) store.warn(id, `“${names[earlier.failed.tool]}” failed, so the plan was made anew.`)
      store.setStatus(id, 'running', null, now)
    })
  }

  /** The thesis of a plan is one of the item's, and shows where the others do. */
  function keepThesis(tx: { now: number }, result: StepResult): void {
    if (result.thesis === null) return
    const thesisId = deps.newId()
    const text = (tool: PlanToolName) => {
      const step = store.steps(id).find((one) => one.tool === tool && one.status === 'done')
      return step ? withItemMarks(step.text, step.sources) : ''
    }
    deps.theses.create(thesisId, itemId, tx.now)
    deps.theses.setExpansion(thesisId, text('expand'), result.engine, tx.now)
    deps.theses.setCounterpoint(thesisId, text('counterpoint'), tx.now)
    deps.theses.finish(thesisId, result.thesis, result.engine, tx.now)
    store.setThesis(id, thesisId)
  }

  /** What a step says of itself while it writes; the last one is read as it is written. */
  function thinkingOf(step: StepRow, tryNumber: number): ThinkingContext {
    let written = 0
    return {
      ...thinking,
      attempt: context.attempt + tryNumber - 1,
      onText(delta) {
        written += delta.length
        // A second try is not appended to the first.
        if (step.tool === 'answer' && tryNumber === 1) context.append(delta)
        context.note(`${names[step.tool]}: ${written} characters`)
      },
    }
  }

  async function runStep(step: StepRow): Promise<void> {
    write('running', (now) => store.startStep(id, step.id, now))
    context.note(`${names[step.tool]} begins`)
    try {
      const result = await tryStep(step)
      context.write((tx) => {
        store.finishStep(id, step.id, result, tx.now)
        keepThesis(tx, result)
        if (result.thesis !== null) tx.emit('thesis-updated', { itemId, status: 'done' })
        tx.emit('orchestration-updated', { orchestrationId: id, itemId, status: 'running' })
      })
    } catch (error) {
      // What ends the run leaves the step open: it goes on from here.
      if (!endsRun(error, context.signal)) write('running', (now) => store.failStep(id, step.id, errorSentence(error), now))
      throw error
    }
  }

  async function tryStep(step: StepRow): Promise<StepResult> {
    for (let tryNumber = 1; ; tryNumber++) {
      const item = readThought()
      const all = store.steps(id)
      const { goal, webQuestion } = readPlan()
      assertMayTouch(step, all)
      assertResultsMayBeSent(deps, item, all)
      const place = all.findIndex((one) => one.id === step.id) + 1
      const callName = `Step ${place}, ${step.tool}`
      const run: StepRun = { step, all, item, goal, webQuestion, context, thinking: thinkingOf(step, tryNumber), reader, callName }
      try {
        return await tools[step.tool](run)
      } catch (error) {
        if (tryNumber === STEP_TRIES || endsRun(error, context.signal) || !isWorthAnotherTry(error)) throw error
      }
    }
  }

  if (store.steps(id).length === 0) await plan()
  else write('running', () => store.reopenSteps(id, false))
  for (;;) {
    const steps = store.steps(id)
    const done = steps.filter((step) => step.status === 'done').map((step) => step.id)
    const open = steps.filter((step) => step.status === 'waiting')
    const failures = await runSteps(open, done, runStep, context.signal)
    const ending = failures.find(({ error }) => endsRun(error, context.signal))
    if (ending) throw ending.error
    const [failed] = failures
    if (!failed) break
    if (readPlan().replans >= MOST_REPLANS) throw planFailed(names[failed.step.tool], failed.error)
    await plan({ failed: failed.step, error: errorSentence(failed.error) })
  }
  const last = store.steps(id).find((step) => step.tool === 'answer' && step.status === 'done')
  if (!last) throw new GiveUp('INTERNAL', 'This plan ended without its last step. Start a new plan.')
  return last.id
}
