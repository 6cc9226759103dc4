import { Pause, Play, RotateCcw, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { Briefing } from '../../../shared/entities'
import { usePageKeys } from '../../base/page-keys'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { leftAt, loadSpeed, SKIP_MS, seek, setSpeed, toggle, usePlayer } from './player-store'
import { nextSpeed, stepSpeed } from './speeds'
import { Track } from './track'
import { clockTime, transcriptLines } from './transcript-lines'

function speedWords(speed: number): string {
  return `${speed % 0.5 === 0 ? speed.toFixed(1) : String(speed)}×`
}

/** Play and pause, fifteen seconds back and on, position, speed. `end` stands after the speed. */
export function PlayerBar({ briefing, end }: { briefing: Briefing; end?: ReactNode }) {
  const { id, audio } = briefing
  const durationMs = audio?.durationMs ?? 0
  const own = usePlayer((state) => state.briefingId === id)
  const kept = usePlayer((state) => leftAt(state, briefing))
  const now = usePlayer((state) => state.timeMs)
  const playing = usePlayer((state) => state.playing) && own
  const loading = usePlayer((state) => state.state === 'loading') && own
  const problem = usePlayer((state) => state.problem)
  const speed = usePlayer((state) => state.speed)
  const timeMs = own ? now : kept
  useEffect(() => void loadSpeed(), [])
  const gaps = useMemo(() => {
    const openings = transcriptLines(briefing.script, briefing.sentences).filter(
      (line) => line.opens && line.startMs !== null && line.startMs > 0,
    )
    // A gap more often than every few pixels would cut the track to pieces.
    return openings.length > 12 ? [] : openings.map((line) => line.startMs ?? 0)
  }, [briefing.script, briefing.sentences])
  const skip = (by: number) => seek(id, timeMs + by, durationMs)
  // At the foot of a thought the space bar scrolls the thought; it belongs to the player once that speaks.
  const keyed = end === undefined || playing
  const start = () => toggle(id, kept)
  const back = () => skip(-SKIP_MS)
  const forward = () => skip(SKIP_MS)
  const slower = () => setSpeed(stepSpeed(speed, -1))
  const faster = () => setSpeed(stepSpeed(speed, 1))
  usePageKeys(
    keyed
      ? {
          ' ': start,
          ArrowLeft: back,
          ArrowRight: forward,
          j: back,
          l: forward,
          '<': slower,
          '>': faster,
        }
      : {},
  )
  return (
    <section className="player" aria-label="Player">
      <div className="ctl">
        <Button
          variant="quiet"
          className="num"
          icon={RotateCcw}
          aria-label="Back 15 seconds (Left)"
          title="Back 15 seconds (Left)"
          onClick={() => skip(-SKIP_MS)}
        >
          15
        </Button>
        <button
          type="button"
          className="play"
          aria-label={playing ? 'Pause (Space)' : 'Play (Space)'}
          title={playing ? 'Pause (Space)' : 'Play (Space)'}
          onClick={start}
        >
          <Icon of={playing ? Pause : Play} fill />
        </button>
        <Button
          variant="quiet"
          className="num"
          aria-label="Forward 15 seconds (Right)"
          title="Forward 15 seconds (Right)"
          onClick={() => skip(SKIP_MS)}
        >
          15
          <Icon of={RotateCw} />
        </Button>
      </div>
      <div className="scrub">
        <span>{clockTime(timeMs)}</span>
        <Track id={id} timeMs={timeMs} durationMs={durationMs} gaps={gaps} />
        <span>{clockTime(durationMs)}</span>
      </div>
      <div className="ctl">
        <Button
          variant="quiet"
          className="num"
          aria-label={`Speed ${speedWords(speed)}, change to ${speedWords(nextSpeed(speed))}`}
          title={`Change to ${speedWords(nextSpeed(speed))} (keys < and >)`}
          onClick={() => setSpeed(nextSpeed(speed))}
        >
          {speedWords(speed)}
        </Button>
        {end ?? (
          <span className="crumb hint-k">
            <kbd>Space</kbd> {playing ? 'pause' : 'play'}
          </span>
        )}
      </div>
      {own && (problem !== undefined || loading) && (
        <p className="player-says" role="status">
          {problem ?? 'Opening the audio…'}
        </p>
      )}
    </section>
  )
}
