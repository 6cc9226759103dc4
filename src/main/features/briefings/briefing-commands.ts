import type { BriefingWish } from '../../../shared/contract/briefings'
import type { Briefing, JobType } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import type { Caller, Handlers } from '../../core/commands/dispatch'
import { itemBriefingRequest } from '../../core/jobs/pipeline'
import type { Viewer } from '../../core/privacy/viewer'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import type { SettingsStore } from '../../core/settings/settings-store'
import { tidyTag } from '../../core/text/item-text'
import { type ItemLookup, requireItem } from '../items/item-commands'
import type { ItemStore } from '../items/item-store'
import { requireWords } from '../items/require-words'
import type { BriefingStore } from './briefing-store'
import type { ManyWish, SessionBriefings } from './session-briefings'

export interface BriefingCommandDeps extends ItemLookup {
  write: UnitOfWork['write']
  newId: () => string
  items: ItemStore
  briefings: BriefingStore
  settings: SettingsStore
  briefs: Pick<SessionBriefings, 'begin' | 'resolve' | 'remove' | 'restore'>
  search: (query: string, options: { limit: number; viewer: Viewer }) => Promise<{ hits: readonly { id: string }[] }>
  liveJobOf: (itemId: string, type: JobType) => string | null
  forgetOldRefusal: () => void
  readBlob: (blobId: string, wrappedKey: Buffer) => Promise<Uint8Array>
}

type BriefingCommands = Pick<
  Handlers,
  | 'brief-item'
  | 'get-briefing'
  | 'list-briefings'
  | 'read-briefing-audio'
  | 'brief-many'
  | 'preview-briefing-scope'
  | 'list-briefing-left-out'
  | 'delete-briefing'
  | 'restore-briefing'
  | 'keep-playback'
  | 'get-playback'
>

/** Hits of a search that a briefing looks at: more than it can speak of, so that it can say how many there are. */
const MOST_HITS = 100
/** Bytes of audio in one answer: small enough for IPC and HTTP, a multiple of 3 so that base64 parts join. */
const AUDIO_PART_BYTES = 768 * 1024
const SPEED = 'playback-speed'

/** The briefing, if this caller may see it. */
export function requireBriefing(s: BriefingCommandDeps, id: string, caller: Caller): Briefing {
  const briefing = s.briefings.find(id)
  if (!briefing) throw new AppError('NOT_FOUND', 'There is no such briefing. It may have been deleted, or its thought was.')
  if (briefing.itemId !== null) requireItem(s, briefing.itemId, caller)
  else if (!caller.viewer.seesPrivate && s.briefings.isPrivate(id))
    throw new AppError(
      'ITEM_PRIVATE',
      'This briefing speaks of thoughts that stay here, so no program gets it. Open it in the Cortexa window.',
    )
  return briefing
}

/** Programs learn nothing of what stays here, not even that there is something. */
export function forCaller(briefing: Briefing, caller: Caller): Briefing {
  return caller.viewer.seesPrivate ? briefing : { ...briefing, leftOut: { ...briefing.leftOut, private: 0 } }
}

async function readWish(s: BriefingCommandDeps, { scope, tag, query, itemIds }: BriefingWish, caller: Caller): Promise<ManyWish> {
  switch (scope) {
    case 'tag': {
      const words = tidyTag(tag ?? '')
      if (words === '') throw new AppError('BAD_INPUT', 'Name the tag to make a briefing of.')
      return { scope, words }
    }
    case 'search': {
      const words = query?.trim() ?? ''
      if (words === '') throw new AppError('BAD_INPUT', 'Give the words to search for.')
      const { hits } = await s.search(words, { limit: MOST_HITS, viewer: caller.viewer })
      return { scope, words, found: hits.map(({ id }) => id) }
    }
    case 'chosen': {
      if (itemIds === undefined) throw new AppError('BAD_INPUT', 'Choose the thoughts to make a briefing of.')
      return { scope, itemIds }
    }
    default:
      return { scope }
  }
}

export function briefingCommands(s: BriefingCommandDeps): BriefingCommands {
  return {
    'brief-item': ({ itemId }, caller) => {
      requireWords(requireItem(s, itemId, caller), 'to read aloud')
      return s.write((tx) => {
        s.forgetOldRefusal()
        const running = s.liveJobOf(itemId, 'generate_item_briefing')
        const newest = s.briefings.newest(itemId)
        if (running && newest) return { jobId: running, briefingId: newest.id }
        const briefingId = s.newId()
        s.briefings.create(briefingId, itemId, tx.now)
        const { jobId } = tx.enqueue(itemBriefingRequest(itemId, briefingId))
        s.briefings.setJob(briefingId, jobId)
        tx.emit('briefing-updated', { briefingId, itemId, status: 'pending' })
        return { jobId, briefingId }
      })
    },

    'get-briefing': ({ itemId, id }, caller) => {
      if ((itemId === undefined) === (id === undefined))
        throw new AppError('BAD_INPUT', 'Name either the thought (itemId) or the briefing (id).')
      if (itemId !== undefined) requireItem(s, itemId, caller)
      const found = itemId !== undefined ? s.briefings.newest(itemId) : s.briefings.find(id ?? '')
      const briefing = found && requireBriefing(s, found.id, caller)
      return { briefing: briefing && forCaller(briefing, caller) }
    },

    'list-briefings': ({ cursor, limit }, caller) => {
      const page = s.briefings.list(cursor, limit ?? 50, caller.viewer)
      return { ...page, briefings: page.briefings.map((briefing) => forCaller(briefing, caller)) }
    },

    'read-briefing-audio': async ({ id, offset }, caller) => {
      requireBriefing(s, id, caller)
      const blob = s.briefings.blob(id)
      if (!blob) throw new AppError('NOT_FOUND', 'This briefing has no audio. Its script can be read.')
      const bytes = await s.readBlob(blob.blobId, blob.wrappedKey)
      const part = bytes.subarray(Math.min(offset, bytes.length), offset + AUDIO_PART_BYTES)
      return {
        mime: blob.mime,
        bytes: bytes.length,
        offset,
        base64: Buffer.from(part.buffer, part.byteOffset, part.length).toString('base64'),
        done: offset + part.length >= bytes.length,
      }
    },

    'brief-many': async (input, caller) => {
      const { viewer } = caller
      const wish = await readWish(s, input, caller)
      return s.write((tx) => {
        s.forgetOldRefusal()
        const { briefingId, jobId, count, leftOut } = s.briefs.begin(tx, wish, { asked: true, viewer })
        return { briefingId, jobId, count, leftOut: viewer.seesPrivate ? leftOut : { ...leftOut, private: 0 } }
      })
    },

    'preview-briefing-scope': async (input, caller) => {
      const wish = await readWish(s, input, caller)
      const { items, over, private: withheld, since } = s.briefs.resolve(wish, caller.viewer)
      return { items, leftOut: { over: over.length, private: withheld.length }, since }
    },

    'list-briefing-left-out': ({ id }, caller) => {
      requireBriefing(s, id, caller)
      const all = s.briefings.leftOut(id)
      if (caller.viewer.seesPrivate) return { items: all }
      return { items: all.filter(({ itemId, why }) => why === 'over' && s.items.find(itemId)?.private === 0) }
    },

    'delete-briefing': ({ id }, caller) => {
      requireBriefing(s, id, caller)
      s.briefs.remove(id)
      return {}
    },

    'restore-briefing': ({ id }) => {
      s.briefs.restore(id)
      return {}
    },

    'keep-playback': ({ id, positionMs, heard, speed }) => {
      s.write((tx) => {
        if (speed !== undefined) s.settings.writeFlag(SPEED, String(speed))
        if (id !== undefined) s.briefings.keepPlayback(id, { positionMs, heardAt: heard === true ? tx.now : undefined })
      })
      return {}
    },

    'get-playback': () => {
      const speed = Number(s.settings.readFlag(SPEED) ?? '1')
      return { speed: speed >= 0.5 && speed <= 3 ? speed : 1 }
    },
  }
}
