import type { Handlers } from '../../core/commands/dispatch'
import type { EndpointStore } from '../models/endpoint-store'
import { tidyRole } from '../settings/settings-commands'
import type { EmbeddingChanges } from './embedding-change'

export interface EmbeddingCommandDeps {
  endpoints: EndpointStore
  embeddingChange: Pick<EmbeddingChanges, 'state' | 'plan' | 'start' | 'cancel' | 'undo'>
  assertOpen: () => void
}

type EmbeddingCommands = Pick<
  Handlers,
  'get-embedding-state' | 'plan-embedding-change' | 'start-embedding-change' | 'cancel-embedding-change' | 'undo-embedding-change'
>

export function embeddingCommands(s: EmbeddingCommandDeps): EmbeddingCommands {
  /** What was under way when the vault was locked ends with that as its reason. */
  async function whileOpen<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      s.assertOpen()
      throw error
    }
  }

  return {
    'get-embedding-state': () => s.embeddingChange.state(),

    'plan-embedding-change': ({ embedder }) => {
      return whileOpen(s.embeddingChange.plan(embedder && tidyRole(s, embedder)))
    },

    'start-embedding-change': async ({ embedder }) => {
      await whileOpen(s.embeddingChange.start(embedder && tidyRole(s, embedder)))
      return {}
    },

    'cancel-embedding-change': () => {
      s.embeddingChange.cancel()
      return {}
    },

    'undo-embedding-change': async () => {
      await whileOpen(s.embeddingChange.undo())
      return {}
    },
  }
}
