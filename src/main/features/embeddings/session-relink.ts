import { autoLinkRequest } from '../../core/jobs/pipeline'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import type { SettingsStore } from '../../core/settings/settings-store'
import type { Embedder } from './embedding'
import type { EmbeddingCoverageStore } from './embedding-coverage-store'

export interface SessionRelinkDeps {
  write: UnitOfWork['write']
  settings: Pick<SettingsStore, 'readFlag' | 'writeFlag'>
  coverage: Pick<EmbeddingCoverageStore, 'embedded'>
  embedder: Pick<Embedder, 'modelId'>
  /** Background work that shares an order with others; its signal ends with the vault. */
  later: (where: string, step: (signal: AbortSignal) => Promise<void>) => void
}

/** The id of the last thought whose links were asked for; empty when all are done. */
const FLAG = 'relink-after'
/** Before every id. */
const START = ' '
/** Jobs in one write, so that no turn of the event loop is long. */
const STEP_ROWS = 100

/** In the transaction that puts another embedding model in force: the links that were made by meaning are to be made anew. */
export function markForRelinking(settings: Pick<SettingsStore, 'writeFlag'>): void {
  settings.writeFlag(FLAG, START)
}

/**
 * After another embedding model came into force: asks for the automatic links of every thought anew, behind all other work, some at a time.
 * It goes on where it was after the vault was locked in the middle. What lacks a vector is linked when it gets one.
 */
export function createSessionRelink({ write, settings, coverage, embedder, later }: SessionRelinkDeps) {
  async function relink(signal: AbortSignal): Promise<void> {
    const modelId = embedder.modelId()
    for (let after = settings.readFlag(FLAG) ?? ''; after !== '' && !signal.aborted && embedder.modelId() === modelId; ) {
      const page = coverage.embedded(modelId, after, STEP_ROWS)
      const next = page.at(-1)?.id ?? ''
      write((tx) => {
        for (const { id, contentHash } of page) tx.enqueue({ ...autoLinkRequest(id, contentHash), lane: 2 })
        settings.writeFlag(FLAG, next)
      })
      after = next
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return { relinkLater: () => later('relink', relink) }
}
