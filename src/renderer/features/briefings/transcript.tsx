import { memo, useMemo, useRef } from 'react'
import type { Briefing, BriefingItem } from '../../../shared/entities'
import { titleOrUntitled } from '../../base/item-title'
import { openThought } from '../../base/open-thesis'
import { guessLanguage } from '../../ui/person-text'
import { useFollowLine } from './follow-line'
import { play, seek, usePlayer } from './player-store'
import { clockTime, sentenceAt, type TranscriptLine, transcriptLines } from './transcript-lines'

/** The numbers of the thoughts a sentence speaks of; each opens its thought. */
function Sources({ itemIds, items }: { itemIds: readonly string[]; items: readonly BriefingItem[] }) {
  const sources = itemIds.flatMap((id) => {
    const at = items.findIndex((item) => item.itemId === id)
    const item = items[at]
    return item === undefined ? [] : [{ n: at + 1, item }]
  })
  return (
    <>
      {sources.map(({ n, item }) => (
        <button
          key={item.itemId}
          type="button"
          className="cite src"
          aria-label={`Thought ${n}: ${titleOrUntitled(item.title)}`}
          title={titleOrUntitled(item.title)}
          onClick={() => openThought(item.itemId)}
        >
          {n}
        </button>
      ))}
    </>
  )
}

const Line = memo(function Line({
  line,
  now,
  id,
  durationMs,
  items,
}: {
  line: TranscriptLine
  now: boolean
  id: string
  durationMs: number
  items: readonly BriefingItem[]
}) {
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
        {startMs === null ? (
          line.text
        ) : (
          // The button beside it does the same for the keyboard.
          // biome-ignore lint/a11y/noStaticElementInteractions: a comfort for the pointer
          // biome-ignore lint/a11y/useKeyWithClickEvents: the button beside it has the keys
          <span className="line-text" onClick={() => document.getSelection()?.isCollapsed !== false && start()}>
            {now ? <mark>{line.text}</mark> : line.text}
          </span>
        )}
        <Sources itemIds={line.itemIds} items={items} />
      </p>
    </div>
  )
})

/** The script, sentence by sentence with its time; the spoken one is marked and kept in the middle. Each names the thought it speaks of. */
export function Transcript({ briefing }: { briefing: Briefing }) {
  const { id, script, sentences, audio, places, items, positionMs } = briefing
  const lines = useMemo(() => transcriptLines(script, audio ? sentences : [], places), [script, sentences, audio, places])
  const box = useRef<HTMLDivElement>(null)
  const spoken = usePlayer((state) => {
    if (!audio) return -1
    const time = state.briefingId === id ? state.timeMs : (state.positions[id] ?? positionMs)
    return time > 0 || (state.briefingId === id && state.playing) ? sentenceAt(sentences, time) : -1
  })
  const playing = usePlayer((state) => state.briefingId === id && state.playing)
  useFollowLine(box, spoken, playing)
  return (
    <div className={audio ? 'lines' : 'lines silent'} ref={box}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a finished script never move
        <Line key={index} line={line} now={index === spoken} id={id} durationMs={audio?.durationMs ?? 0} items={items} />
      ))}
    </div>
  )
}
