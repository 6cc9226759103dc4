import { create } from 'zustand'
import { client } from '../../client'
import { onEvent } from '../../live-events'
import { errorWords } from '../../ui/error-words'
import { readAudio } from './briefing-audio'

interface Player {
  /** The briefing in the player; its audio is loaded when play is first pressed. */
  briefingId: string | undefined
  state: 'empty' | 'loading' | 'ready'
  playing: boolean
  timeMs: number
  speed: number
  problem: string | undefined
  /** Where each briefing was left, in milliseconds. */
  positions: Record<string, number>
  /** Briefings that were played to their end. */
  heard: Record<string, true>
}

export const SKIP_MS = 15_000
export const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2] as const
const empty: Player = {
  briefingId: undefined,
  state: 'empty',
  playing: false,
  timeMs: 0,
  speed: 1,
  problem: undefined,
  positions: {},
  heard: {},
}

export const usePlayer = create<Player>(() => empty)

let audio: HTMLAudioElement | undefined
let address: string | undefined
let turn = 0

function release(): void {
  turn += 1
  audio?.pause()
  audio?.removeAttribute('src')
  audio?.load()
  if (address !== undefined) URL.revokeObjectURL(address)
  address = undefined
}

// A voice that goes on reading a thought aloud from a locked vault would give it away.
onEvent('vault-locked', () => {
  release()
  usePlayer.setState({ ...empty, speed: usePlayer.getState().speed }, true)
})

function setTime(timeMs: number): void {
  usePlayer.setState((state) => ({
    timeMs,
    positions: state.briefingId === undefined ? state.positions : { ...state.positions, [state.briefingId]: timeMs },
  }))
}

function element(): HTMLAudioElement {
  if (audio) return audio
  const made = new Audio()
  made.preservesPitch = true
  made.addEventListener('timeupdate', () => usePlayer.getState().state === 'ready' && setTime(made.currentTime * 1000))
  made.addEventListener('play', () => usePlayer.setState({ playing: true }))
  made.addEventListener('pause', () => usePlayer.setState({ playing: false }))
  made.addEventListener('ended', () => {
    const { briefingId, heard } = usePlayer.getState()
    setTime(0)
    usePlayer.setState({ playing: false, ...(briefingId === undefined ? {} : { heard: { ...heard, [briefingId]: true } }) })
  })
  made.addEventListener('error', () => {
    if (!made.getAttribute('src')) return
    usePlayer.setState({
      playing: false,
      state: 'empty',
      problem: 'This audio could not be played. The script is unchanged. Press Brief on the thought to have it spoken again.',
    })
  })
  audio = made
  return made
}

async function load(id: string): Promise<boolean> {
  release()
  const own = turn
  usePlayer.setState({ state: 'loading', problem: undefined })
  try {
    const blob = await readAudio(client, id, () => own === turn)
    if (blob === null || own !== turn) return false
    address = URL.createObjectURL(blob)
    const player = element()
    player.src = address
    player.currentTime = usePlayer.getState().timeMs / 1000
    player.playbackRate = usePlayer.getState().speed
    player.defaultPlaybackRate = usePlayer.getState().speed
    usePlayer.setState({ state: 'ready' })
    return true
  } catch (error) {
    if (own === turn) usePlayer.setState({ state: 'empty', problem: errorWords(error) })
    return false
  }
}

/** Puts a briefing into the player without playing it; one that plays already goes on. */
export function choose(id: string): void {
  const { briefingId, positions } = usePlayer.getState()
  if (briefingId === id) return
  release()
  usePlayer.setState({ briefingId: id, state: 'empty', playing: false, timeMs: positions[id] ?? 0, problem: undefined })
}

export async function play(id: string): Promise<void> {
  choose(id)
  const { state } = usePlayer.getState()
  if (state === 'loading') return
  if (state === 'empty' && !(await load(id))) return
  await element()
    .play()
    .catch(() => usePlayer.setState({ playing: false }))
}

export function pause(): void {
  audio?.pause()
}

export function toggle(id: string): void {
  const { briefingId, playing } = usePlayer.getState()
  if (briefingId === id && playing) pause()
  else void play(id)
}

/** Goes to a time of a briefing, within its length. */
export function seek(id: string, timeMs: number, durationMs: number): void {
  choose(id)
  const time = Math.max(0, Math.min(durationMs, timeMs))
  setTime(time)
  if (audio && usePlayer.getState().state === 'ready') audio.currentTime = time / 1000
}

export function setSpeed(speed: number): void {
  usePlayer.setState({ speed })
  if (audio) {
    audio.playbackRate = speed
    audio.defaultPlaybackRate = speed
  }
}

/** The next speed of the row, from the fastest back to the slowest. */
export function nextSpeed(speed: number): number {
  return speeds[(speeds.indexOf(speed as (typeof speeds)[number]) + 1) % speeds.length] ?? 1
}
