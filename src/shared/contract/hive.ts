import { z } from 'zod'
import { Id, Timestamp } from '../entities'
import { CrossSynthesis, SharedThesis, SharePreview } from '../hive-texts'
import { command, windowOnly } from './define'

/** Characters of a name, one's own or a peer's. */
export const LONGEST_PEER_NAME = 60
/** Bytes of a `.hive` file (docs/security.md H40). */
export const MOST_HIVE_BYTES = 5_000_000

export const HivePeer = z.object({
  id: Id,
  name: z.string(),
  /** The name on their card, where the person calls them something else. */
  cardName: z.string(),
  /** Eight groups of five digits, the same on both sides. */
  code: z.string(),
  /** When the person said that the code is the same on the other side; null until then. */
  verifiedAt: Timestamp.nullable(),
  blockedAt: Timestamp.nullable(),
  /** The folder that a sync program carries between the two, as an absolute path; null without one. */
  feedFolder: z.string().nullable(),
  /** Why the folder could not be read at the last look, as a sentence. */
  feedProblem: z.string().nullable(),
  /** Files of the folder that cannot be taken in, newest first, each with a sentence. */
  refused: z.array(z.object({ name: z.string(), problem: z.string(), at: Timestamp })),
  waiting: z.number().int(),
  createdAt: Timestamp,
})
export type HivePeer = z.infer<typeof HivePeer>

/** One thought on its way out, or gone. What is shown is what is or was in the file. */
export const HiveShare = z.object({
  id: Id,
  peerId: Id,
  peerName: z.string(),
  /** Null when the thought was erased since. */
  itemId: Id.nullable(),
  title: z.string(),
  withThesis: z.boolean(),
  way: z.enum(['file', 'folder']),
  /** `made`: sealed, and whether it was saved is not known. */
  state: z.enum(['made', 'saved']),
  fileName: z.string(),
  bytes: z.number().int(),
  /** 1 for the first time that this thought went to this peer. */
  revision: z.number().int(),
  /** Whether the peer's code was compared then. */
  verified: z.boolean(),
  at: Timestamp,
})
export type HiveShare = z.infer<typeof HiveShare>

/** A row of the import inbox. Not an item: no job, no search and no program sees it. */
export const HiveEntrySummary = z.object({
  id: Id,
  peerId: Id,
  peerName: z.string(),
  peerVerified: z.boolean(),
  title: z.string(),
  /** The first words, one line. */
  preview: z.string(),
  hasThesis: z.boolean(),
  state: z.enum(['waiting', 'accepted', 'discarded', 'superseded']),
  /** The item that was made of it, while there is one. */
  itemId: Id.nullable(),
  way: z.enum(['file', 'folder']),
  revision: z.number().int(),
  sentAt: Timestamp,
  receivedAt: Timestamp,
  decidedAt: Timestamp.nullable(),
})
export type HiveEntrySummary = z.infer<typeof HiveEntrySummary>

export const HiveEntry = HiveEntrySummary.extend({
  body: z.string(),
  /** Tags that it has with the peer. They are not taken over. */
  tags: z.array(z.string()),
  thesis: SharedThesis.nullable(),
  /** Characters that are not seen, or turn the direction of writing: taken out of the text on arrival. */
  hiddenRemoved: z.number().int(),
  /** The thought that an earlier version of this was made into; `edited` when the person changed it since. */
  updates: z.object({ itemId: Id, title: z.string(), inTrash: z.boolean(), edited: z.boolean(), revision: z.number().int() }).nullable(),
})
export type HiveEntry = z.infer<typeof HiveEntry>

const ById = z.strictObject({ id: Id })
const Name = z.string().max(LONGEST_PEER_NAME * 4)
const Done = z.object({})
const Base64File = z.string().max(Math.ceil(MOST_HIVE_BYTES / 3) * 4 + 8)
const Page = { cursor: z.string().max(200).optional(), limit: z.number().int().min(1).max(200).optional() }

/** Sharing a thought with a peer. None of these is reachable by a program (docs/security.md H26). */
export const hiveCommands = {
  'get-hive': command({
    summary: 'Own name and card, all peers, and how many thoughts wait in the import inbox',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({}),
    output: z.object({
      /** Null until a name was chosen. */
      identity: z.object({ name: z.string(), card: z.string(), createdAt: Timestamp }).nullable(),
      peers: z.array(HivePeer),
      waiting: z.number().int(),
      /** Whether an accepted thesis is compared with the person's own by itself. */
      crossSynthesis: z.boolean(),
    }),
  }),
  'set-hive-name': command({
    summary: 'Choose the name that peers see; the first time this makes the keys of this vault',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ name: Name }),
    output: z.object({ name: z.string(), card: z.string() }),
  }),
  'set-cross-synthesis': command({
    summary: 'Whether an accepted thesis is compared with the nearest one of this vault by itself',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ enabled: z.boolean() }),
    output: Done,
  }),
  'add-hive-peer': command({
    summary: 'Add a peer from their card; they stay unverified until the codes were compared',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ card: z.string().max(10_000) }),
    output: z.object({
      id: Id,
      /** The peer was there. */
      already: z.boolean(),
      /** Another peer has this name with other keys. */
      sameName: z.boolean(),
    }),
  }),
  'update-hive-peer': command({
    summary: 'Rename a peer, or choose the feed folder shared with them; null takes the folder away',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ id: Id, name: Name.optional(), feedFolder: z.string().max(4000).nullable().optional() }),
    output: Done,
  }),
  'verify-hive-peer': command({
    summary: 'Say that the code is the same on both sides, or take that back',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ id: Id, verified: z.boolean() }),
    output: Done,
  }),
  'block-hive-peer': command({
    summary: 'Take nothing in from a peer and send them nothing, or end that',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ id: Id, blocked: z.boolean() }),
    output: Done,
  }),
  'remove-hive-peer': command({
    summary: 'Take a peer off the list; what came from them and the record of what they were sent stay',
    effect: 'write',
    expose: windowOnly,
    input: ById,
    output: Done,
  }),
  'restore-hive-peer': command({
    summary: 'Put a removed peer back as they were',
    effect: 'write',
    expose: windowOnly,
    input: ById,
    output: Done,
  }),
  'preview-share': command({
    summary: 'What exactly would go to a peer, word for word. Nothing leaves',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({ itemId: Id, peerId: Id, withThesis: z.boolean() }),
    output: SharePreview,
  }),
  'share-to-file': command({
    summary: 'Seal what was previewed for its peer, as the bytes of a .hive file',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ previewId: Id, confirmUnverified: z.boolean().optional() }),
    output: z.object({ shareId: Id, fileName: z.string(), base64: z.string() }),
  }),
  'confirm-share-saved': command({
    summary: 'Note that a sealed file was saved, under which name',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ shareId: Id, fileName: z.string().max(300) }),
    output: Done,
  }),
  'share-to-folder': command({
    summary: 'Seal what was previewed and put it into the feed folder of its peer',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ previewId: Id, confirmUnverified: z.boolean().optional() }),
    output: z.object({ shareId: Id, fileName: z.string() }),
  }),
  'list-shares': command({
    summary: 'What went to whom and when, newest first; of one thought when `itemId` is given',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({ itemId: Id.optional(), ...Page }),
    output: z.object({ shares: z.array(HiveShare), total: z.number().int(), nextCursor: z.string().nullable() }),
  }),
  'import-hive-file': command({
    summary: 'Verify a .hive file from a peer and put it into the import inbox',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ base64: Base64File }),
    output: z.object({
      entryId: Id,
      /** It was taken in before; nothing was added. */
      already: z.boolean(),
    }),
  }),
  'check-hive-folders': command({
    summary: 'Look into the feed folders now; gives how many thoughts came in',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({}),
    output: z.object({ taken: z.number().int() }),
  }),
  'list-hive-inbox': command({
    summary: 'Thoughts from peers that wait for a decision, or those decided, newest first',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({ decided: z.boolean().optional(), ...Page }),
    output: z.object({ entries: z.array(HiveEntrySummary), total: z.number().int(), nextCursor: z.string().nullable() }),
  }),
  'get-hive-entry': command({
    summary: 'One thought of the import inbox, whole, as plain text',
    effect: 'read',
    expose: windowOnly,
    input: ById,
    output: HiveEntry,
  }),
  'accept-hive-entry': command({
    summary: 'Take a thought from the import inbox into the vault, as a new item or as a new version of the one it updates',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ id: Id, as: z.enum(['new', 'update']).optional(), private: z.boolean().optional() }),
    output: z.object({ itemId: Id, already: z.boolean() }),
  }),
  'discard-hive-entry': command({
    summary: 'Put a thought of the import inbox away; its text is deleted after 30 days',
    effect: 'write',
    expose: windowOnly,
    input: ById,
    output: Done,
  }),
  'restore-hive-entry': command({
    summary: 'Put a discarded thought back into the import inbox',
    effect: 'write',
    expose: windowOnly,
    input: ById,
    output: Done,
  }),
  'get-hive-origin': command({
    summary: 'From whom an item came, and what of it went to peers',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({ itemId: Id }),
    output: z.object({
      from: z.object({ peerName: z.string(), verified: z.boolean(), sentAt: Timestamp, revision: z.number().int() }).nullable(),
      hasThesis: z.boolean(),
      syntheses: z.array(z.object({ itemId: Id, title: z.string(), createdAt: Timestamp })),
    }),
  }),
  'cross-synthesize': command({
    summary: "Compare a peer's accepted thesis with the nearest one of this vault",
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ itemId: Id }),
    output: z.object({ jobId: Id }),
  }),
  'get-cross-synthesis': command({
    summary: 'The two sides of a cross-synthesis; null when the item is none',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({ itemId: Id }),
    output: z.object({ synthesis: CrossSynthesis.nullable() }),
  }),
}
