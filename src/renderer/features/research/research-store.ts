import { create } from 'zustand'
import type { Research, ResearchSummary } from '../../../shared/contract/research'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { fillText, growText, type LiveText, noText } from '../../base/live-text'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'

/** Which run is meant: the newest of a thought, the one a report came of, or one by its id. */
export type ResearchOf = { itemId: string } | { reportId: string } | { id: string }

interface ResearchStore {
  /** The run by its key; null when there is none, absent until it was read. */
  runs: Record<string, Research | null>
  problems: Record<string, string>
  /** All runs of a thought, newest first. */
  lists: Record<string, readonly ResearchSummary[]>
  /** What a run has written, by its job. */
  texts: Record<string, LiveText>
  /** What a run says that it does now, by its job. */
  notes: Record<string, string>
  busy: Record<string, 'stop' | 'retry'>
}

const empty: ResearchStore = { runs: {}, problems: {}, lists: {}, texts: {}, notes: {}, busy: {} }
export const useResearchStore = create<ResearchStore>(() => empty)

// Nothing of a run stays in this window once the vault is locked.
onEvent('vault-locked', () => useResearchStore.setState(empty, true))

/** Reports of a thought that are listed under it. */
const MOST_LISTED = 20

export function keyOf(of: ResearchOf): string {
  return Object.entries(of).join(' ')
}

const reads = new Map<string, number>()

/** Reads a run anew. An answer that was overtaken by a later one is dropped; text that streamed in meanwhile stays. */
export async function loadResearch(of: ResearchOf): Promise<void> {
  const key = keyOf(of)
  const read = (reads.get(key) ?? 0) + 1
  reads.set(key, read)
  try {
    const { research } = await client.call('get-research', of)
    if (reads.get(key) !== read) return
    useResearchStore.setState(({ runs, texts, problems }) => {
      const { [key]: _solved, ...left } = problems
      const jobId = research?.jobId
      const isWritten = jobId != null && research?.state === 'writing'
      return {
        runs: { ...runs, [key]: research },
        problems: left,
        texts: isWritten ? { ...texts, [jobId]: fillText(texts[jobId] ?? noText, research?.text ?? '') } : texts,
      }
    })
    if ('itemId' in of) await loadList(of.itemId)
  } catch (error) {
    if (reads.get(key) === read) useResearchStore.setState(({ problems }) => ({ problems: { ...problems, [key]: errorWords(error) } }))
  }
}

async function loadList(itemId: string): Promise<void> {
  const { research } = await client.call('list-research', { itemId, limit: MOST_LISTED })
  useResearchStore.setState(({ lists }) => ({ lists: { ...lists, [itemId]: research } }))
}

/** Takes in what running jobs wrote since the last time. */
export function takeProgress(parts: readonly { jobId: string; offset: number; text: string; note: string }[]): void {
  useResearchStore.setState(({ texts, notes }) => {
    const [nextTexts, nextNotes] = [{ ...texts }, { ...notes }]
    for (const { jobId, offset, text, note } of parts) {
      if (text !== '') nextTexts[jobId] = growText(nextTexts[jobId] ?? noText, offset, text)
      if (note !== '') nextNotes[jobId] = note
    }
    return { texts: nextTexts, notes: nextNotes }
  })
}

async function act(run: Research, name: 'stop' | 'retry', work: (jobId: string) => Promise<unknown>): Promise<void> {
  const { jobId } = run
  if (jobId === null || useResearchStore.getState().busy[run.id]) return
  useResearchStore.setState(({ busy }) => ({ busy: { ...busy, [run.id]: name } }))
  try {
    await work(jobId)
  } catch (error) {
    showToast(errorWords(error))
  } finally {
    useResearchStore.setState(({ busy }) => {
      const { [run.id]: _over, ...left } = busy
      return { busy: left }
    })
  }
}

export const stopResearch = (run: Research) => act(run, 'stop', (id) => client.call('cancel-job', { id }))

/** Runs it again with the same question; what was written before gives way. */
export const retryResearch = (run: Research) =>
  act(run, 'retry', async (id) => {
    await client.call('retry-job', { id })
    useResearchStore.setState(({ texts }) => ({ texts: { ...texts, [id]: noText } }))
  })
