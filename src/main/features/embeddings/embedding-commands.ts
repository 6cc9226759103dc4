import type { Session } from '../../app/session'
import type { Handlers } from '../../core/commands/dispatch'
import { tidyRole } from '../settings/settings-commands'

type EmbeddingCommands = Pick<
  Handlers,
  'get-embedding-state' | 'plan-embedding-change' | 'start-embedding-change' | 'cancel-embedding-change' | 'undo-embedding-change'
>

export function embeddingCommands(session: () => Session): EmbeddingCommands {
  /** What was under way when the vault was locked ends with that as its reason. */
  async function whileOpen<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      session()
      throw error
    }
  }

  return {
    'get-embedding-state': () => session().embeddingChange.state(),

    'plan-embedding-change': ({ embedder }) => {
      const s = session()
      return whileOpen(s.embeddingChange.plan(embedder && tidyRole(s, embedder)))
    },

    'start-embedding-change': async ({ embedder }) => {
      const s = session()
      await whileOpen(s.embeddingChange.start(embedder && tidyRole(s, embedder)))
      return {}
    },

    'cancel-embedding-change': () => {
      session().embeddingChange.cancel()
      return {}
    },

    'undo-embedding-change': async () => {
      await whileOpen(session().embeddingChange.undo())
      return {}
    },
  }
}
