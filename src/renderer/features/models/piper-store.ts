import { create } from 'zustand'
import type { CommandOutput } from '../../../shared/contract'
import type { PiperChoice } from '../../../shared/contract/piper'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'

type Found = CommandOutput<'find-piper'>

interface Piper {
  state: CommandOutput<'get-piper'> | undefined
  /** What was found on this computer; undefined before it was looked for. */
  found: Found | undefined
  looking: boolean
  trial: 'idle' | 'speaking' | { ok: boolean; words: string }
}

const empty: Piper = { state: undefined, found: undefined, looking: false, trial: 'idle' }

export const usePiper = create<Piper>(() => empty)

onEvent('vault-locked', () => usePiper.setState(empty, true))
onEvent('settings-changed', () => usePiper.getState().state && void loadPiper())

export async function loadPiper(): Promise<void> {
  const state = await client.call('get-piper', {}).catch(() => undefined)
  if (state) usePiper.setState({ state })
}

/** Looks for programs and voices where they are usually installed. */
export async function lookForPiper(): Promise<Found> {
  usePiper.setState({ looking: true })
  try {
    const found = await client.call('find-piper', {})
    usePiper.setState({ found, looking: false })
    return found
  } catch (error) {
    usePiper.setState({ looking: false })
    showToast(errorWords(error))
    return { programs: [], voices: [] }
  }
}

/** Chooses Piper, or lets it rest. True when it was saved. */
export async function choosePiper(chosen: PiperChoice | null, inUse: boolean): Promise<boolean> {
  const before = usePiper.getState().state
  try {
    usePiper.setState({ state: await client.call('set-piper', { chosen, inUse }), trial: 'idle' })
    if (before?.inUse !== inUse)
      showToast(
        inUse ? 'Piper reads briefings aloud now.' : 'Piper rests; its program and voice are kept.',
        () => before && void choosePiper(before.chosen, before.inUse),
      )
    return true
  } catch (error) {
    showToast(errorWords(error))
    return false
  }
}

/** Has Piper speak one sentence, and plays it. */
export async function tryPiper(paths: PiperChoice): Promise<void> {
  usePiper.setState({ trial: 'speaking' })
  try {
    const { wav, seconds, voice } = await client.call('test-piper', paths)
    usePiper.setState({ trial: { ok: true, words: `${voice} spoke for ${seconds.toFixed(1)} seconds.` } })
    const bytes = Uint8Array.from(atob(wav), (letter) => letter.charCodeAt(0))
    const address = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }))
    const audio = new Audio(address)
    audio.addEventListener('ended', () => URL.revokeObjectURL(address))
    await audio.play().catch(() => URL.revokeObjectURL(address))
  } catch (error) {
    usePiper.setState({ trial: { ok: false, words: errorWords(error) } })
  }
}
