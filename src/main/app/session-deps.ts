import type { AppEvent } from '../../shared/contract/events'
import type { OpenPageCamera } from '../../shared/page-camera'
import type { Voice } from '../features/briefings/voice-briefing'
import type { TextEmbedder } from '../features/embeddings/selected-embedder'
import type { WebFixtures } from '../features/network/session-web'

/** What outlives a session and is given to each. */
export interface SessionDeps {
  dataDir: string
  workerDir: string
  appVersion: string
  /** For tests only. */
  web: WebFixtures
  sqliteBinding: string | undefined
  /** Takes pictures of web pages; undefined without a window. */
  openCamera: OpenPageCamera | undefined
  now: () => number
  /** The time zone of this computer at the moment of asking. */
  zone: () => string
  newId: () => string
  publish: (event: AppEvent) => void
  /** Outlives sessions: the model stays loaded over a short lock. */
  builtinEmbedder: TextEmbedder
  voice: Voice
  /** Faults nobody waits for: code and kind only. */
  onFault: (where: string, error: unknown) => void
}
