import { create } from 'zustand'
import type { CommandOutput } from '../../../shared/contract'
import type { Job, JobSummary } from '../../../shared/entities'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'
import { type JobPages, joinPages, markStale, noPages, pagesToRead, placePage } from './job-pages'
import { filterInput, filterKey, type ListFilter, noFilter } from './list-filter'

type Counts = CommandOutput<'list-jobs'>['counts']

interface Jobs extends ListFilter {
  pages: JobPages
  /** The pages joined, each job once. */
  jobs: JobSummary[]
  counts: Counts
  paused: boolean
  loaded: boolean
  problem: string | undefined
  /** The whole job on the page. */
  detail: Job | undefined
  detailProblem: string | undefined
  /** What a running job says of itself, by its id. */
  notes: Record<string, string>
}

/** Jobs a page: 10,000 jobs are 50 pages. */
const PAGE = 200
const empty: Jobs = {
  ...noFilter,
  pages: noPages,
  jobs: [],
  counts: { pending: 0, running: 0, done: 0, dead: 0, cancelled: 0 },
  paused: false,
  loaded: false,
  problem: undefined,
  detail: undefined,
  detailProblem: undefined,
  notes: {},
}

export const useJobs = create<Jobs>(() => empty)

// Titles, prompts and replies leave this window once the vault is locked.
onEvent('vault-locked', () => useJobs.setState(empty, true))

let reads = 0
/** Readings of an earlier filter are dropped. */
let generation = 0
let queue: Promise<void> = Promise.resolve()
let sight = { first: 0, last: 0 }

async function readPage(index: number, cursor: string | null, turn: number): Promise<void> {
  const answer = await client.call('list-jobs', {
    limit: PAGE,
    ...filterInput(useJobs.getState()),
    ...(cursor === null ? {} : { cursor }),
  })
  if (turn !== generation) return
  reads += 1
  const page = { cursor, jobs: answer.jobs, readAt: reads }
  useJobs.setState((state) => {
    const pages = placePage(state.pages, index, page, answer.nextCursor)
    return { pages, jobs: joinPages(pages), counts: answer.counts, paused: answer.paused, loaded: true, problem: undefined }
  })
}

/** One reading after the other, so that pages never cross. */
function inTurn(work: (turn: number) => Promise<void>): Promise<void> {
  const turn = generation
  queue = queue.then(async () => {
    if (turn !== generation) return
    try {
      await work(turn)
    } catch (error) {
      if (turn === generation) useJobs.setState({ loaded: true, problem: errorWords(error) })
    }
  })
  return queue
}

async function readStale(turn: number): Promise<void> {
  for (const index of pagesToRead(useJobs.getState().pages, sight.first, sight.last)) {
    const page = useJobs.getState().pages.pages[index]
    if (page && turn === generation) await readPage(index, page.cursor, turn)
  }
}

/** Reads again what is in sight; the rest follows when it comes into sight. */
export function refreshJobs(): Promise<void> {
  return inTurn(async (turn) => {
    if (useJobs.getState().pages.pages.length === 0) return readPage(0, null, turn)
    useJobs.setState((state) => ({ pages: markStale(state.pages) }))
    await readStale(turn)
  })
}

/** Narrows the list, or widens it again; what is left out stays as it is. The filters are kept until the vault is locked. */
export function chooseFilter(change: Partial<ListFilter>): void {
  const { filter, type, item } = useJobs.getState()
  const next = { filter, type, item, ...change }
  if (filterKey(next) === filterKey({ filter, type, item })) return
  generation += 1
  sight = { first: 0, last: 0 }
  useJobs.setState({ ...next, pages: noPages, jobs: [], loaded: false })
  void refreshJobs()
}

/** Tells which rows are in sight, counted among the jobs: their pages are kept fresh, and the next one is read before its end. */
export function showJobs(first: number, last: number): void {
  sight = { first, last }
  const { pages, jobs } = useJobs.getState()
  if (pages.pages.some((page) => page.stale) && pagesToRead(pages, first, last).length > 0) void inTurn(readStale)
  if (pages.nextCursor === null || last < jobs.length - 40) return
  void inTurn(async (turn) => {
    const { pages: now, jobs: known } = useJobs.getState()
    if (now.nextCursor !== null && sight.last >= known.length - 40) await readPage(now.pages.length, now.nextCursor, turn)
  })
}

/** Reads every page that is still missing, so that the end of the list can be shown. 10,000 jobs are 50 readings. */
export function readToEnd(): Promise<void> {
  return inTurn(async (turn) => {
    for (;;) {
      const { pages } = useJobs.getState()
      if (turn !== generation || pages.nextCursor === null) return
      await readPage(pages.pages.length, pages.nextCursor, turn)
    }
  })
}

let detailTurn = 0

/** Reads a job whole, with its attempts, for the page. */
export async function loadJob(id: string): Promise<void> {
  const turn = ++detailTurn
  if (useJobs.getState().detail?.id !== id) useJobs.setState({ detail: undefined, detailProblem: undefined })
  try {
    const detail = await client.call('get-job', { id })
    if (turn === detailTurn) useJobs.setState({ detail, detailProblem: undefined })
  } catch (error) {
    if (turn === detailTurn) useJobs.setState({ detail: undefined, detailProblem: errorWords(error) })
  }
}
