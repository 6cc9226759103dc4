import type { Caller } from '../../core/commands/dispatch'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import { type ItemWriteDeps, saveNew, sourceOf } from '../items/item-writes'
import type { LinkStore } from '../links/link-store'
import type { StoredFinding, StoredReflection } from './reflection-rows'
import type { ReflectionStore } from './reflection-store'

export interface CaptureFindingDeps extends ItemWriteDeps {
  write: UnitOfWork['write']
  newId: () => string
  reflections: ReflectionStore
  links: LinkStore
}

/**
 * Makes a thought of a finding: its question or title, and what it says. Linked to the reflection and to what the finding cites, and as private
 * as they are. While that thought is there, it is named instead; one in the trash makes room for another.
 */
export function captureFinding(
  s: CaptureFindingDeps,
  reflection: StoredReflection,
  finding: StoredFinding,
  caller: Caller,
): { itemId: string; already: boolean } {
  if (finding.captured !== null && !finding.captured.inTrash) return { itemId: finding.captured.id, already: true }
  const itemId = s.newId()
  const targets = [reflection.report?.id, ...finding.items.map(({ id }) => id)].filter((id) => id !== undefined)
  s.write((tx) => {
    saveNew(s, tx, {
      id: itemId,
      source: sourceOf[caller.host],
      givenTitle: '',
      body: textOf(finding),
      private: reflection.private || !s.reflections.isOpen(reflection.id),
      tags: [],
    })
    for (const toId of targets) {
      s.links.add({ id: s.newId(), fromId: itemId, toId, kind: 'reflection', reason: '' }, tx.now)
      tx.emit('links-changed', { itemId: toId })
    }
    tx.emit('links-changed', { itemId })
    s.reflections.setCaptured(finding.id, itemId)
    tx.emit('reflection-updated', { reflectionId: reflection.id, itemId: reflection.report?.id ?? null, state: reflection.state })
  })
  return { itemId, already: false }
}

/** The first line becomes the title. */
function textOf({ question, title, text }: StoredFinding): string {
  const first = question ?? title
  return text === first ? first : `${first}\n\n${text}`
}
