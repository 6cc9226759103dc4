import { type Sleep, untilAborted } from '../../core/agent/abort'
import type { AgentLogger } from '../../core/agent/logger'
import { normalizeUrl } from '../../core/text/normalize-url'
import type { CollectItem } from './collect-item'
import type { ScreenshotPort } from './ports'

/** Between two pictures, in milliseconds (docs/collect-pipeline.md, "Screenshots"). */
export const SCREENSHOT_PAUSE_MS = 500

export interface CapturedScreenshots {
  status: 'completed' | 'skipped'
  /** All items, in order; the new picture stands first in an item's list. */
  items: CollectItem[]
  captured: number
  warnings: string[]
}

/**
 * Takes pictures for items that have an address and no picture, one after another. A picture that fails is told in the warnings and stops
 * nothing. Skipped without items or after an abort, and with a warning when no pictures can be taken here. Never throws for a picture; an
 * abort in the middle keeps what is there.
 */
export async function captureScreenshots(
  items: readonly CollectItem[],
  ports: {
    screenshots?: ScreenshotPort | undefined
    isBlockedUrl?: (url: string) => boolean
    signal: AbortSignal
    sleep: Sleep
    logger: AgentLogger
  },
): Promise<CapturedScreenshots> {
  const { screenshots, signal, logger } = ports
  const skipped = (warnings: string[]): CapturedScreenshots => ({ status: 'skipped', items: [...items], captured: 0, warnings })
  if (items.length === 0 || signal.aborted) return skipped([])
  if (screenshots === undefined || !screenshots.isAvailable()) {
    return skipped(['Pictures of pages cannot be taken here: that needs the window of the app. The items are complete without them.'])
  }

  const result: CollectItem[] = [...items]
  const reasons = new Set<string>()
  let failed = 0
  let captured = 0
  for (const [index, item] of items.entries()) {
    if (signal.aborted) break
    const isWanted = normalizeUrl(item.source_url) !== '' && (item.images ?? []).length === 0 && item.proposedRemoval !== true
    if (!isWanted || ports.isBlockedUrl?.(item.source_url) === true) continue
    try {
      const image = await untilAborted(screenshots.capture(item.source_url, { itemName: item.name, signal }), signal)
      result[index] = { ...item, images: [image, ...(item.images ?? [])] }
      captured += 1
    } catch (error) {
      if (signal.aborted) break
      failed += 1
      reasons.add(error instanceof Error ? error.message : 'unknown error')
      logger.warn(`A picture for "${item.slug}" could not be taken.`)
    }
    await ports.sleep(SCREENSHOT_PAUSE_MS, signal).catch(() => {})
  }
  const warnings = failed === 0 ? [] : [`${failed} screenshot(s) failed (${screenshots.providerName}): ${shorten([...reasons])}`]
  return { status: 'completed', items: result, captured, warnings }
}

/** A run has up to 500 pages; a sentence for each host is no warning any more. */
const MOST_REASONS = 3

function shorten(reasons: readonly string[]): string {
  const more = reasons.length - MOST_REASONS
  return reasons.slice(0, MOST_REASONS).join('; ') + (more > 0 ? `; and ${more} more like these` : '')
}
