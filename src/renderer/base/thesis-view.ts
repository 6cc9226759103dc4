import type { EngineLabel, LensName, ThesisStage } from '../../shared/entities'

export const stageNames: Record<ThesisStage['stage'], string> = { expand: 'Expand', counterpoint: 'Counterpoint', synthesize: 'Synthesize' }

export const lensTitles: Record<LensName, string> = {
  'pre-mortem': 'Pre-mortem',
  'first-principles': 'First principles',
  inversion: 'Inversion',
  steelman: 'Steelman',
}

/** The label of the engine as a sentence begins: "Built-in outline, no model", or the model's own name untouched. */
export function engineSentence(engine: EngineLabel | null | undefined): string | null {
  if (!engine) return null
  return engine.kind === 'builtin' ? engine.label.charAt(0).toUpperCase() + engine.label.slice(1) : engine.label
}

/** The stage that is worked on or that stopped: the first that is neither done nor still to come. */
export function currentStage(stages: readonly ThesisStage[]): ThesisStage | null {
  return (
    stages.find((stage) => stage.status !== 'done' && stage.status !== 'next') ?? stages.find((stage) => stage.status === 'next') ?? null
  )
}

/** What the status line for screen readers says when the state of the stages changes. */
export function stageSentence(stages: readonly ThesisStage[]): string {
  const stage = currentStage(stages)
  if (!stage) return 'Deep Think is done.'
  const name = stageNames[stage.stage]
  switch (stage.status) {
    case 'running':
      return `${name} is being written.`
    case 'retrying':
      return `${name} failed once and will be tried again.`
    case 'dead':
      return `${name} failed.`
    case 'cancelled':
      return `${name} was stopped.`
    default:
      return `${name} waits for its turn.`
  }
}

/** Above a thesis that is not of the newest run: what became of that run, and of when this is. Undefined when it is of the newest. */
export function earlierLine(status: string, stages: readonly ThesisStage[], from: string | undefined): string | undefined {
  if (status === 'done') return undefined
  const alive = stages.some((stage) => stage.status === 'running' || stage.status === 'waiting' || stage.status === 'retrying')
  const newest =
    alive || status !== 'failed'
      ? 'A newer run is under way'
      : currentStage(stages)?.status === 'cancelled'
        ? 'The newest run was stopped'
        : 'The newest run failed'
  return `${newest}; this is ${from === undefined ? 'the thesis before it' : `the thesis from ${from}`}.`
}

/** Milliseconds from the first stage's start to the last one's end; null while that is not known. */
export function thinkingDuration(stages: readonly ThesisStage[]): number | null {
  const starts = stages.flatMap((stage) => (stage.startedAt === null ? [] : [stage.startedAt]))
  const ends = stages.flatMap((stage) => (stage.finishedAt === null ? [] : [stage.finishedAt]))
  if (starts.length === 0 || ends.length === 0) return null
  return Math.max(0, Math.max(...ends) - Math.min(...starts))
}
