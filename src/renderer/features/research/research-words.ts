import type { Research, ResearchPage, ResearchState, ResearchSummary } from '../../../shared/contract/research'

export const steps = ['asking', 'searching', 'reading', 'writing'] as const
export type ResearchStep = (typeof steps)[number]

export const stepNames: Record<ResearchStep, string> = { asking: 'Ask', searching: 'Search', reading: 'Read', writing: 'Write' }

export function isAlive(state: ResearchState): boolean {
  return state === 'pending' || (steps as readonly string[]).includes(state)
}

export function isOver(page: Pick<ResearchPage, 'state'>): boolean {
  return page.state === 'read' || page.state === 'failed'
}

/** What became of a run, in two or three words, for lists. */
export const stateWords: Record<ResearchState, string> = {
  pending: 'Waits',
  asking: 'Under way',
  searching: 'Under way',
  reading: 'Under way',
  writing: 'Under way',
  done: 'Report',
  'nothing-found': 'Nothing found',
  blocked: 'Search blocked',
  'not-understood': 'Search not understood',
  failed: 'Failed',
  cancelled: 'Stopped',
}

/** The line under a step of a run that is under way; '' for one that is still to come. */
export function stepState(step: ResearchStep, run: Pick<Research, 'state' | 'pages' | 'waitingFor'>): string {
  const [at, now] = [steps.indexOf(step), (steps as readonly string[]).indexOf(run.state)]
  if (at > now) return now < 0 && at === 0 ? 'Waiting' : 'Next'
  if (at === now && run.waitingFor !== null) return 'Waits'
  if (step === 'reading' && run.pages.length > 0) {
    const over = run.pages.filter(isOver).length
    const read = run.pages.filter(({ state }) => state === 'read').length
    return at === now ? `${over} of ${run.pages.length} pages` : `${read} of ${run.pages.length} pages`
  }
  return at < now ? 'Done' : 'Now'
}

/**
 * What a run waits for, and that it goes on alone. The reason is a sentence that may tell a person to try again; here nobody has to. What the
 * queue says of itself stays as it is.
 */
export function waitWords(waitingFor: string): string {
  if (/^(?:Waits|Tries again|The queue)/.test(waitingFor)) return waitingFor
  const reason = waitingFor.replace(/,? then try again(?: later)?\./gi, '.').replace(/\s*Try (?:it )?again(?: later)?\./g, '')
  return `Waits: ${reason.trim()} It tries again by itself.`
}

/** What happened to a run that left no report, and what to do next. */
export function endWords(run: Pick<Research, 'state' | 'error' | 'searchEngine'>): { what: string; advice: string } {
  switch (run.state) {
    case 'nothing-found':
      return {
        what: `${run.searchEngine} found no page for this question, so there is no report.`,
        advice: 'Ask it in other words, or choose another search engine.',
      }
    case 'blocked':
      return {
        what: `${run.searchEngine} does not answer programs just now, so nothing was searched.`,
        advice: 'Wait some minutes and try again, or choose another search engine.',
      }
    case 'not-understood':
      return {
        what: `The answer of ${run.searchEngine} could not be read; it may have changed its form.`,
        advice: 'Choose another search engine.',
      }
    case 'cancelled':
      return { what: 'You stopped this research. Nothing of it was kept.', advice: '' }
    default: {
      const sentences = (run.error ?? 'The research failed, and no reason was kept. Try it again.').split(/(?<=[.?])\s+(?=\p{Lu})/u)
      const advice = sentences.length > 1 ? (sentences.pop() ?? '') : ''
      return { what: sentences.join(' '), advice }
    }
  }
}

/** What a report rests on and who wrote it, in one line without a full stop. */
export function restsOn(run: Pick<Research, 'sources' | 'engine'>): string {
  const cited = run.sources.filter(({ passages }) => passages.length > 0).length
  const pages = run.sources.length === 1 ? '1 page read' : `${run.sources.length} pages read`
  const by =
    run.engine === null ? '' : run.engine.kind === 'builtin' ? ', put together without a model' : `, written by ${run.engine.label}`
  return `${pages}, ${cited} cited${by}`
}

/** Earlier runs that are worth a line: those before the newest. */
export function earlierRuns(list: readonly ResearchSummary[], shown: string): ResearchSummary[] {
  return list.filter(({ id, state }) => id !== shown && !isAlive(state))
}

/** The status line for screen readers. */
export function statusSentence(run: Pick<Research, 'state' | 'pages' | 'waitingFor'>): string {
  if (run.state === 'pending') return 'Research waits for its turn.'
  if (run.state === 'done') return 'The research is done.'
  if (!isAlive(run.state)) return `Research: ${stateWords[run.state]}.`
  if (run.waitingFor !== null) return 'Research waits and goes on by itself.'
  return `Research: ${stepNames[run.state as ResearchStep]}.`
}

/** A title as the first form of a question: one line, cut between words. */
export function questionFrom(title: string, longest: number): string {
  const line = title.replace(/\s+/g, ' ').trim()
  if (line.length <= longest) return line
  const cut = line.slice(0, longest + 1)
  const space = cut.lastIndexOf(' ')
  return (space > longest / 2 ? cut.slice(0, space) : line.slice(0, longest)).replace(/[\ud800-\udbff]$/, '')
}

/** A report as it is written, without addresses: none of them was checked yet, and the finished report has only those of its sources. */
export function withoutAddresses(text: string): string {
  return text.replace(/\b(?:[a-z][a-z0-9+.-]{1,15}:\/\/|www\.)\S*/gi, '…')
}
