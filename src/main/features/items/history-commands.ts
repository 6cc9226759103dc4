import { ItemSource } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import type { Caller, Handlers } from '../../core/commands/dispatch'
import { maySee } from '../../core/privacy/viewer'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import { requireItem } from './item-commands'
import type { ItemRow } from './item-store'
import { type ItemWriteDeps, restoreFromTrash, saveChange } from './item-writes'
import type { SessionHistory } from './session-history'
import type { StoredVersion, VersionRow, VersionStore } from './version-store'

export interface HistoryCommandDeps extends ItemWriteDeps {
  write: UnitOfWork['write']
  versions: VersionStore
  history: Pick<SessionHistory, 'packLater' | 'text'>
  emptyTrash: () => Promise<number>
  assertOpen: () => void
}

type HistoryCommands = Pick<
  Handlers,
  'list-versions' | 'get-version' | 'restore-version' | 'delete-version' | 'restore-items' | 'empty-trash'
>

const VERSIONS_A_PAGE = 100
/** Items restored in one turn of the event loop. */
const ITEMS_A_TURN = 10
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

const writerOf = (name: string) => ItemSource.safeParse(name).data ?? null

function describe(version: VersionRow) {
  const { at, written_at, written_by, title, characters } = version
  return { at, writtenAt: written_at, writtenBy: writerOf(written_by), title, characters }
}

/** The version, if this caller may see it. A text that stayed here when it was replaced goes to no program, whatever its item is now. */
function requireVersion(s: HistoryCommandDeps, id: string, at: number, caller: Caller): StoredVersion {
  const version = s.versions.find(id, at)
  if (!version || !maySee(caller.viewer, version))
    throw new AppError('NOT_FOUND', 'This earlier version is no longer there. It was deleted, or it was too old to be kept.')
  return version
}

export function historyCommands(s: HistoryCommandDeps): HistoryCommands {
  /** The version's text with the item as they are once the text is there: both may have changed while it was read. */
  async function readVersion(id: string, at: number, caller: Caller): Promise<{ item: ItemRow; version: StoredVersion; body: string }> {
    const allowed = { deleted: caller.viewer.seesTrash }
    requireItem(s, id, caller, allowed)
    const body = await s.history.text(id, requireVersion(s, id, at, caller))
    s.assertOpen()
    return { item: requireItem(s, id, caller, allowed), version: requireVersion(s, id, at, caller), body }
  }

  return {
    'list-versions': ({ id, cursor, limit }, caller) => {
      const item = requireItem(s, id, caller, { deleted: caller.viewer.seesTrash })
      const wanted = limit ?? VERSIONS_A_PAGE
      const rows = s.versions.list(id, { viewer: caller.viewer, before: cursor ?? null, limit: wanted + 1 })
      const page = rows.slice(0, wanted)
      const same = new Set(s.versions.alike(id, item.given_title, item.body))
      return {
        present: {
          writtenAt: item.updated_at,
          writtenBy: writerOf(item.text_by) ?? item.source,
          title: item.title,
          characters: item.body.length,
        },
        versions: page.map((row) => ({ ...describe(row), same: same.has(row.at) })),
        total: s.versions.count(id, caller.viewer),
        nextCursor: rows.length > wanted ? (page.at(-1)?.at ?? null) : null,
      }
    },

    'get-version': async ({ id, at }, caller) => {
      const { version, body } = await readVersion(id, at, caller)
      return { ...describe(version), givenTitle: version.given_title, body }
    },

    'restore-version': async ({ id, at }, caller) => {
      const { item, version, body } = await readVersion(id, at, caller)
      if (item.deleted_at !== null)
        throw new AppError('CONFLICT', 'This thought is in the trash. Restore it first, then its earlier version.')
      if (item.body === body && item.given_title === version.given_title) return { replacedAt: null }
      s.assertOpen()
      const [known] = s.versions.alike(id, item.given_title, item.body)
      const replacedAt = s.write((tx) => {
        // A text that is in the history already, such as the one an Undo takes back, is not kept twice.
        const kept = known ?? s.versions.keepPresent(id, 'restore', item.body, tx.now)
        saveChange(s, tx, item, { givenTitle: version.given_title, body, versionKept: true }, caller)
        return kept
      })
      return { replacedAt }
    },

    'delete-version': ({ id, at }, caller) => {
      requireItem(s, id, caller, { deleted: true })
      requireVersion(s, id, at, caller)
      s.write((tx) => {
        s.versions.remove(id, [at])
        tx.emit('item-changed', { itemId: id, change: 'updated' })
      })
      return {}
    },

    'restore-items': async ({ ids }, caller) => {
      const restored: string[] = []
      for (const [place, id] of [...new Set(ids)].entries()) {
        if (place > 0 && place % ITEMS_A_TURN === 0) await nextTurn()
        s.assertOpen()
        const item = s.items.find(id)
        if (!item || item.deleted_at === null || !maySee(caller.viewer, item)) continue
        s.write((tx) => restoreFromTrash(s, tx, item))
        restored.push(id)
      }
      return { restored }
    },

    'empty-trash': async () => ({ erased: await s.emptyTrash() }),
  }
}
