import { useEffect } from 'react'
import type { EventPayload } from '../../../shared/contract/events'
import type { ThesisStage } from '../../../shared/entities'
import { onEvent } from '../../base/live-events'
import { writeAt } from '../../base/stage-text'
import { loadThesis, type ThesisView, useThinking } from './thinking-store'

type Progress = EventPayload<'job-progress'>

/** Longest time between a change and its sight, in milliseconds: several events in that time cost one reading. */
const RELOAD_MS = 120
/** Streamed text goes into the page in steps of this many milliseconds, whatever the speed of the model. */
const WRITE_MS = 50

const stageTypes: ReadonlySet<string> = new Set(['expand', 'counterpoint', 'synthesize'] satisfies ThesisStage['stage'][])

interface Watch {
  people: number
  stop: () => void
}
const watches = new Map<string, Watch>()

/** Writes a batch of streamed text into the stages; null when some of the text before it is missing. */
function written(thesis: ThesisView, batch: readonly Progress[]): ThesisView | null {
  let stages = thesis.stages ?? []
  for (const part of batch) {
    const index = stages.findIndex((stage) => stage.stage === part.type)
    const stage = stages[index]
    if (!stage) return null
    const text = writeAt(stage.text, part.offset, part.text)
    if (text === null) return null
    if (text !== stage.text) stages = stages.with(index, { ...stage, text })
  }
  return stages === thesis.stages ? thesis : { ...thesis, stages }
}

function watch(itemId: string): Watch {
  let reload: ReturnType<typeof setTimeout> | undefined
  let write: ReturnType<typeof setTimeout> | undefined
  let batch: Progress[] = []

  const reloadSoon = () => {
    reload ??= setTimeout(() => {
      reload = undefined
      void loadThesis(itemId)
    }, RELOAD_MS)
  }
  const flush = () => {
    write = undefined
    const parts = batch
    batch = []
    const { theses, notes } = useThinking.getState()
    const thesis = theses[itemId]
    const next = thesis ? written(thesis, parts) : null
    if (next === null) reloadSoon()
    const last = parts.at(-1)
    useThinking.setState({
      ...(next === null || next === thesis ? {} : { theses: { ...theses, [itemId]: next } }),
      ...(last?.note ? { notes: { ...notes, [last.jobId]: last.note } } : {}),
    })
  }
  const ours = (payload: { itemId: string | null; type: string }) => {
    if (payload.itemId === itemId && stageTypes.has(payload.type)) reloadSoon()
  }
  const stops = [
    onEvent('thesis-updated', (payload) => payload.itemId === itemId && reloadSoon()),
    onEvent('job-started', ours),
    onEvent('job-completed', ours),
    onEvent('job-dead', ours),
    onEvent('job-retry-scheduled', ours),
    onEvent('job-cancelled', ours),
    onEvent('waiting-changed', reloadSoon),
    onEvent('job-progress', (payload) => {
      if (payload.itemId !== itemId || !stageTypes.has(payload.type)) return
      batch.push(payload)
      write ??= setTimeout(flush, WRITE_MS)
    }),
  ]
  void loadThesis(itemId)
  return {
    people: 0,
    stop: () => {
      clearTimeout(reload)
      clearTimeout(write)
      for (const stop of stops) stop()
    },
  }
}

/** The newest thesis of an item, kept up to date while the calling part is on screen; undefined until it was read. */
export function useThesis(itemId: string): ThesisView | undefined {
  useEffect(() => {
    const known = watches.get(itemId) ?? watch(itemId)
    watches.set(itemId, known)
    known.people += 1
    return () => {
      known.people -= 1
      if (known.people > 0) return
      known.stop()
      watches.delete(itemId)
    }
  }, [itemId])
  return useThinking((state) => state.theses[itemId])
}
