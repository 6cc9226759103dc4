import { homedir } from 'node:os'
import { AppError } from '../../../shared/errors'
import type { Handlers } from '../../core/commands/dispatch'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import type { SettingsStore } from '../../core/settings/settings-store'
import { findPiper } from '../../core/speech/find-piper'
import { readPiperFiles } from '../../core/speech/piper-files'
import { createPiperVoice } from '../../core/speech/piper-voice'
import { readPiperSettings, writePiperSettings } from './piper-settings'

export interface PiperCommandDeps {
  write: UnitOfWork['write']
  settings: SettingsStore
  settingsChanged: () => void
}

type PiperCommands = Pick<Handlers, 'get-piper' | 'set-piper' | 'find-piper' | 'test-piper'>

/** A trial is for a person who waits. */
const TRIAL_MS = 45_000

const sentences: Record<string, string> = {
  de: 'So werden deine Briefings klingen.',
  fr: 'Voici comment tes résumés vont sonner.',
  es: 'Así van a sonar tus resúmenes.',
}

export function piperCommands(s: PiperCommandDeps): PiperCommands {
  async function stateOf(s: PiperCommandDeps) {
    const { chosen, inUse } = readPiperSettings(s.settings)
    const problem = chosen === null ? null : await problemOf(chosen)
    return { chosen, inUse, problem }
  }

  async function problemOf(chosen: { program: string; voice: string }): Promise<string | null> {
    try {
      await readPiperFiles(chosen)
      return null
    } catch (error) {
      if (error instanceof AppError && error.code === 'VOICE_UNAVAILABLE') return error.message
      throw error
    }
  }

  return {
    'get-piper': () => stateOf(s),

    'set-piper': async ({ chosen, inUse }) => {
      if (inUse && chosen === null) throw new AppError('BAD_INPUT', 'Choose the Piper program and a voice first.')
      // Only what can be started is put to use; paths that are wrong so far may be kept while somebody sets it up.
      if (chosen !== null && inUse) await readPiperFiles(chosen)
      s.write((tx) => {
        writePiperSettings(s.settings, { chosen, inUse })
        tx.emit('settings-changed', {})
        tx.afterCommit(() => s.settingsChanged())
      })
      return stateOf(s)
    },

    'find-piper': () => findPiper({ platform: process.platform, home: homedir(), env: process.env }),

    'test-piper': async (paths) => {
      const { language } = await readPiperFiles(paths)
      const own = language.split('-')[0]?.toLowerCase() ?? 'en'
      const stop = new AbortController()
      const timer = setTimeout(
        () => stop.abort(new AppError('VOICE_FAILED', 'Piper took too long to speak one sentence. Choose another voice or program.')),
        TRIAL_MS,
      )
      try {
        const script = sentences[own] ?? 'This is how your briefings will sound.'
        const spoken = await createPiperVoice(() => paths).synthesize(script, { language: own, signal: stop.signal })
        return { wav: spoken.wav.toString('base64'), seconds: spoken.durationMs / 1000, voice: spoken.voice }
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
