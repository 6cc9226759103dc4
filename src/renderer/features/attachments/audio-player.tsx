import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Attachment } from '../../../shared/attachment'
import { IconButton } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { MAX_SHOWN_BYTES, readFile } from './read-file'

function clock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.floor(seconds) : 0
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Plays an attached sound. It is read when play is first pressed, and let go when its row goes. */
export function AudioPlayer({ attachment, onProblem }: { attachment: Attachment; onProblem: (words: string) => void }) {
  const audio = useRef<HTMLAudioElement | undefined>(undefined)
  const [state, setState] = useState({ loading: false, playing: false, at: 0, length: 0 })
  const gone = useRef(false)
  const change = (part: Partial<typeof state>) => setState((before) => ({ ...before, ...part }))
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      const { current } = audio
      if (!current) return
      current.pause()
      URL.revokeObjectURL(current.src)
      audio.current = undefined
    }
  }, [])

  async function open(): Promise<HTMLAudioElement | undefined> {
    if (audio.current) return audio.current
    if (attachment.bytes > MAX_SHOWN_BYTES) {
      onProblem('This sound is too large to be played here. Save a copy to hear it.')
      return undefined
    }
    change({ loading: true })
    const blob = await readFile(attachment.id, () => !gone.current)
    change({ loading: false })
    if (!blob || gone.current) return undefined
    const made = new Audio(URL.createObjectURL(blob))
    made.addEventListener('timeupdate', () => change({ at: made.currentTime }))
    made.addEventListener('durationchange', () => change({ length: made.duration }))
    made.addEventListener('play', () => change({ playing: true }))
    made.addEventListener('pause', () => change({ playing: false }))
    made.addEventListener('error', () => onProblem('This sound could not be played; it may be damaged. Save a copy to try it elsewhere.'))
    audio.current = made
    return made
  }

  async function toggle(): Promise<void> {
    try {
      const player = await open()
      if (!player) return
      if (player.paused) await player.play()
      else player.pause()
    } catch (error) {
      change({ loading: false })
      if (!(error instanceof DOMException)) onProblem(errorWords(error))
    }
  }

  return (
    <span className="file-audio">
      <IconButton
        icon={state.playing ? Pause : Play}
        label={`${state.playing ? 'Pause' : 'Play'} ${attachment.name}`}
        busy={state.loading ? '…' : undefined}
        onClick={() => void toggle()}
      />
      {state.length > 0 && Number.isFinite(state.length) && (
        <>
          <input
            type="range"
            aria-label={`Position in ${attachment.name}`}
            aria-valuetext={`${clock(state.at)} of ${clock(state.length)}`}
            min={0}
            max={state.length}
            step={1}
            value={state.at}
            onChange={(event) => {
              if (audio.current) audio.current.currentTime = Number(event.target.value)
            }}
          />
          <span className="num">
            {clock(state.at)} / {clock(state.length)}
          </span>
        </>
      )}
    </span>
  )
}
