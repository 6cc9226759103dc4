import { create } from 'zustand'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { registerUnsaved } from '../../base/unsaved'
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
  /** Where each briefing was left since the vault was opened, in milliseconds; before that the briefing itself says it. */
  positions: Record<string, number>
  /** Briefings that were played to their end since then. */
  heard: Record<string, true>
}

export const SKIP_MS = 15_000
/** The place is written down this often while it plays, and whenever it pauses. */
const KEEP_EVERY_MS = 10_000
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
let kept = { id: '', timeMs: 0 }
let knowsSpeed = false

/** Writes down where the person is. What cannot be written is lost with the window, and nothing else is. */
function keepPlace(): void {
  const { briefingId, timeMs } = usePlayer.getState()
  if (briefingId === undefined || (kept.id === briefingId && kept.timeMs === timeMs)) return
  kept = { id: briefingId, timeMs }
  void client.call('keep-playback', { id: briefingId, positionMs: Math.round(timeMs) }).catch(() => undefined)
}

/** The speed a person listens at, as the vault keeps it. */
export async function loadSpeed(): Promise<void> {
  if (knowsSpeed) return
  knowsSpeed = true
  try {
    const { speed } = await client.call('get-playback', {})
    usePlayer.setState({ speed })
  } catch {
    knowsSpeed = false
  }
}

/** Where a briefing was left: in this window, else as it says itself. */
export function leftAt(state: Player, { id, positionMs }: { id: string; positionMs: number }): number {
  return state.positions[id] ?? positionMs
}

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
  kept = { id: '', timeMs: 0 }
  knowsSpeed = false
  usePlayer.setState(empty, true)
})
onEvent('vault-locking', keepPlace)
registerUnsaved(async () => {
  keepPlace()
  return true
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
  made.addEventListener('timeupdate', () => {
    if (usePlayer.getState().state !== 'ready') return
    setTime(made.currentTime * 1000)
    const { briefingId, timeMs } = usePlayer.getState()
    if (kept.id !== briefingId || Math.abs(timeMs - kept.timeMs) >= KEEP_EVERY_MS) keepPlace()
  })
  made.addEventListener('play', () => usePlayer.setState({ playing: true }))
  made.addEventListener('pause', () => {
    usePlayer.setState({ playing: false })
    keepPlace()
  })
  made.addEventListener('ended', () => {
    const { briefingId, heard } = usePlayer.getState()
    setTime(0)
    usePlayer.setState({ playing: false, ...(briefingId === undefined ? {} : { heard: { ...heard, [briefingId]: true } }) })
    if (briefingId === undefined) return
    kept = { id: briefingId, timeMs: 0 }
    void client.call('keep-playback', { id: briefingId, positionMs: 0, heard: true }).catch(() => undefined)
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

/** Puts a briefing into the player without playing it, or none; one that plays already goes on. `from` is where it was left earlier. */
export function choose(id: string | undefined, from = 0): void {
  const { briefingId, positions } = usePlayer.getState()
  if (briefingId === id) return
  keepPlace()
  release()
  const timeMs = id === undefined ? 0 : (positions[id] ?? from)
  if (id !== undefined) kept = { id, timeMs }
  usePlayer.setState({ briefingId: id, state: 'empty', playing: false, timeMs, problem: undefined })
}

export async function play(id: string, from = 0): Promise<void> {
  choose(id, from)
  await loadSpeed()
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

export function toggle(id: string, from = 0): void {
  const { briefingId, playing } = usePlayer.getState()
  if (briefingId === id && playing) pause()
  else void play(id, from)
}

/** Goes to a time of a briefing, within its length. */
export function seek(id: string, timeMs: number, durationMs: number): void {
  choose(id)
  const time = Math.max(0, Math.min(durationMs, timeMs))
  setTime(time)
  if (audio && usePlayer.getState().state === 'ready') audio.currentTime = time / 1000
  if (!usePlayer.getState().playing) keepPlace()
}

export function setSpeed(speed: number): void {
  usePlayer.setState({ speed })
  if (audio) {
    audio.playbackRate = speed
    audio.defaultPlaybackRate = speed
  }
  void client.call('keep-playback', { speed }).catch(() => undefined)
}
