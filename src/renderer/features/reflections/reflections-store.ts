import { create } from 'zustand'
import type { CommandOutput } from '../../../shared/contract'
import type { EventType } from '../../../shared/contract/events'
import type { ReflectionSummary } from '../../../shared/contract/reflections'
import { atMostEvery } from '../../base/at-most-every'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'

interface Reflections {
  /** Newest first, as far as it was read; undefined before the first answer. */
  list: readonly ReflectionSummary[] | undefined
  total: number
  nextCursor: string | null
  /** How many thoughts a reflection since the last one would read now; counted up to 1,000. */
  waiting: number
  problem: string | undefined
}

const PAGE = 50
const empty: Reflections = { list: undefined, total: 0, nextCursor: null, waiting: 0, problem: undefined }
export const useReflections = create<Reflections>(() => empty)

let reading = 0

function readPage(cursor: string | null): Promise<CommandOutput<'list-reflections'>> {
  return client.call('list-reflections', { limit: PAGE, ...(cursor === null ? {} : { cursor }) })
}

/** Reads the list anew, as long as it was before. */
export async function loadReflections(): Promise<void> {
  const turn = ++reading
  const wanted = useReflections.getState().list?.length ?? 0
  try {
    const list: ReflectionSummary[] = []
    let page = await readPage(null)
    list.push(...page.reflections)
    while (page.nextCursor !== null && list.length < wanted) {
      page = await readPage(page.nextCursor)
      list.push(...page.reflections)
    }
    const { total, nextCursor, waiting } = page
    if (turn === reading) useReflections.setState({ list, total, nextCursor, waiting, problem: undefined })
  } catch (error) {
    if (turn === reading) useReflections.setState({ problem: errorWords(error) })
  }
}

/** Reads the next page of the list, where there is one. */
export async function loadMoreReflections(): Promise<void> {
  const { nextCursor, list } = useReflections.getState()
  if (nextCursor === null || !list) return
  const turn = ++reading
  try {
    const page = await readPage(nextCursor)
    if (turn === reading) useReflections.setState({ list: [...list, ...page.reflections], total: page.total, nextCursor: page.nextCursor })
  } catch (error) {
    showToast(errorWords(error))
  }
}

/** Events after which a row, or the number of thoughts that wait for a reflection, may be another. */
const events = [
  'reflection-started',
  'reflection-completed',
  'reflection-updated',
  'job-retry-scheduled',
  'waiting-changed',
  'item-changed',
  'job-cancelled',
  'job-dead',
] as const satisfies readonly EventType[]
const PAUSE_MS = 500

/** Keeps the list current once somebody has asked for it. */
export function followReflections(): void {
  const list = atMostEvery(PAUSE_MS, loadReflections)
  for (const type of events)
    onEvent(type, (payload) => {
      const isOther = 'type' in payload && payload.type !== 'reflection_pass'
      if (!isOther && useReflections.getState().list !== undefined) list.ask()
    })
  onEvent('vault-locked', () => {
    reading += 1
    list.stop()
    useReflections.setState(empty, true)
  })
}
