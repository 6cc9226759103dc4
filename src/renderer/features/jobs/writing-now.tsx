import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { EventPayload } from '../../../shared/contract/events'
import type { Job } from '../../../shared/entities'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { fillText, growText, type LiveText, noText } from '../../base/live-text'
import { useJobs } from './jobs-store'
import { isStage } from './run-view'

/** Streamed text goes into the page in steps of this many milliseconds, whatever the speed of the model. */
const WRITE_MS = 50
/** The end of a long text is shown, up to this many characters; the whole stands in the trace once it is written. */
const MOST_SHOWN = 20_000
/** The end counts as in sight this many pixels below the edge. */
const SLACK = 24

/** What a stage had written before this window looked. Other jobs keep no text while they run. */
async function textSoFar(job: Pick<Job, 'id' | 'type' | 'itemId'>): Promise<string> {
  if (job.itemId === null || !isStage(job.type)) return ''
  const thesis = await client.call('get-thesis', { itemId: job.itemId }).catch(() => undefined)
  return thesis?.stages?.find((stage) => stage.jobId === job.id && stage.status === 'running')?.text ?? ''
}

function useLiveText({ id, type, itemId }: Pick<Job, 'id' | 'type' | 'itemId'>): LiveText {
  const [live, setLive] = useState(noText)
  useEffect(() => {
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let batch: EventPayload<'job-progress'>[] = []
    const flush = () => {
      timer = undefined
      const parts = batch
      batch = []
      setLive((known) => parts.reduce((text, part) => growText(text, part.offset, part.text), known))
    }
    const stops = [
      onEvent('job-progress', (payload) => {
        if (payload.jobId !== id || payload.text === '') return
        batch.push(payload)
        timer ??= setTimeout(flush, WRITE_MS)
      }),
      onEvent('job-started', ({ jobId }) => {
        if (jobId !== id) return
        batch = []
        setLive(noText)
      }),
    ]
    setLive(noText)
    void textSoFar({ id, type, itemId }).then((whole) => {
      if (!gone && whole !== '') setLive((known) => fillText(known, whole))
    })
    return () => {
      gone = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [id, type, itemId])
  return live
}

/** What a running job writes, as it is written. The view follows while its end is in sight. */
export function WritingNow({ job }: { job: Job }) {
  const { from, text } = useLiveText(job)
  const note = useJobs((state) => state.notes[job.id])
  const block = useRef<HTMLPreElement>(null)
  const follows = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer text means that the end has moved
  useLayoutEffect(() => {
    if (block.current && follows.current) block.current.scrollTop = block.current.scrollHeight
  }, [text])

  if (text === '' && !note) return null
  const shown = text.slice(-MOST_SHOWN)
  return (
    <section className="sec raw-sec" aria-label="Writing now">
      <h2>Writing now {note && <span className="num">{note}</span>}</h2>
      {text !== '' && (
        <pre
          ref={block}
          className="raw writing"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
          tabIndex={0}
          dir="auto"
          onScroll={({ currentTarget: box }) => {
            follows.current = box.scrollHeight - box.scrollTop - box.clientHeight <= SLACK
          }}
        >
          {(from > 0 || shown.length < text.length) && '… '}
          {shown}
          <span className="caret" aria-hidden="true" />
        </pre>
      )}
    </section>
  )
}
