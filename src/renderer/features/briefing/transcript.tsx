import { memo, useMemo, useRef } from 'react'
import type { Briefing } from '../../../shared/entities'
import { guessLanguage } from '../../ui/person-text'
import { useFollowLine } from './follow-line'
import { play, seek, usePlayer } from './player-store'
import { clockTime, sentenceAt, type TranscriptLine, transcriptLines } from './transcript-lines'

const Line = memo(function Line({ line, now, id, durationMs }: { line: TranscriptLine; now: boolean; id: string; durationMs: number }) {
  const { startMs } = line
  const start = () => {
    if (startMs === null) return
    seek(id, startMs, durationMs)
    void play(id)
  }
  return (
    <div className={`line${now ? ' now' : ''}${line.opens ? ' opens' : ''}`} aria-current={now || undefined}>
      {startMs === null ? (
        <span />
      ) : (
        <button type="button" className="line-at" aria-label={`Play from ${clockTime(startMs)}`} title="Play from here" onClick={start}>
          <time>{clockTime(startMs)}</time>
        </button>
      )}
      <p dir="auto" lang={guessLanguage(line.text)}>
        {now ? <mark>{line.text}</mark> : line.text}
      </p>
    </div>
  )
})

/** The script, sentence by sentence with its time; the spoken one is marked and kept in the middle. */
export function Transcript({ briefing }: { briefing: Briefing }) {
  const { id, script, sentences, audio } = briefing
  const lines = useMemo(() => transcriptLines(script, audio ? sentences : []), [script, sentences, audio])
  const box = useRef<HTMLDivElement>(null)
  const spoken = usePlayer((state) => {
    if (!audio) return -1
    const time = state.briefingId === id ? state.timeMs : (state.positions[id] ?? 0)
    return time > 0 || (state.briefingId === id && state.playing) ? sentenceAt(sentences, time) : -1
  })
  const playing = usePlayer((state) => state.briefingId === id && state.playing)
  useFollowLine(box, spoken, playing)
  return (
    <div className={audio ? 'lines' : 'lines silent'} ref={box}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a finished script never move
        <Line key={index} line={line} now={index === spoken} id={id} durationMs={audio?.durationMs ?? 0} />
      ))}
    </div>
  )
}
