import { z } from 'zod'
import { Attachment, AttachmentKind } from '../attachment'
import { Id } from '../entities'
import { command, programs, windowOnly } from './define'

/** Largest file that is taken, in bytes. */
export const MAX_ATTACHMENT_BYTES = 500 * 1024 * 1024
/** Attachments that one item may have. */
export const MAX_ATTACHMENTS = 200
/** Bytes of a file in one call; in base64 they stay below the megabyte that a program may send at once. */
export const ATTACHMENT_PART_BYTES = 512 * 1024
/** Largest preview of an image, in bytes. */
export const MAX_PREVIEW_BYTES = 96 * 1024

const Part = z.string().max(Math.ceil(ATTACHMENT_PART_BYTES / 3) * 4)

export const attachmentCommands = {
  'list-attachments': command({
    summary: 'What is attached to an item, in the order it was added',
    effect: 'read',
    expose: programs,
    input: z.strictObject({ itemId: Id }),
    output: z.object({ attachments: z.array(Attachment) }),
  }),
  'begin-attachment': command({
    summary: 'Begin to attach a file to an item; its bytes follow in parts by append-attachment, then finish-attachment',
    effect: 'write',
    expose: programs,
    input: z.strictObject({ itemId: Id, name: z.string().max(4096), bytes: z.number().int().nonnegative() }),
    output: z.object({ uploadId: Id, partBytes: z.number().int() }),
  }),
  'append-attachment': command({
    summary: 'The next part of a file, from `offset` on; every part but the last has `partBytes` bytes',
    effect: 'write',
    expose: programs,
    input: z.strictObject({ uploadId: Id, offset: z.number().int().nonnegative(), base64: Part }),
    output: z.object({ received: z.number().int() }),
  }),
  'finish-attachment': command({
    summary: 'Keep a file whose parts are all there; one that is attached already is not kept twice',
    effect: 'write',
    expose: programs,
    input: z.strictObject({ uploadId: Id }),
    output: z.object({ attachment: Attachment, isDuplicate: z.boolean() }),
  }),
  'abandon-attachment': command({
    summary: 'Give up a file that was begun, or forget one that was cut off; nothing of it is kept',
    effect: 'write',
    expose: programs,
    input: z.strictObject({ uploadId: Id }),
    output: z.object({}),
  }),
  'list-cut-attachments': command({
    summary: 'Files that did not arrive, because the vault was locked or the app ended meanwhile; abandon-attachment forgets one',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({}),
    output: z.object({ cut: z.array(z.object({ id: Id, itemId: Id, name: z.string() })) }),
  }),
  'read-attachment': command({
    summary: 'A part of an attached file, from `offset` on; reading on from where the last part ended is quick',
    effect: 'read',
    expose: programs,
    input: z.strictObject({ id: Id, offset: z.number().int().nonnegative() }),
    output: z.object({
      name: z.string(),
      kind: AttachmentKind,
      mime: z.string(),
      bytes: z.number().int(),
      offset: z.number().int(),
      base64: z.string(),
      done: z.boolean(),
    }),
  }),
  'read-attachment-preview': command({
    summary: 'The small picture of an attached image; null when there is none yet',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({ id: Id }),
    output: z.object({ preview: z.object({ mime: z.string(), base64: z.string() }).nullable() }),
  }),
  'set-attachment-preview': command({
    summary: 'Keep the small picture that the window made of an attached image',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ id: Id, base64: z.string().max(Math.ceil(MAX_PREVIEW_BYTES / 3) * 4) }),
    output: z.object({}),
  }),
  'read-attachment-text': command({
    summary: 'The text that was read out of an attachment, one page of it',
    effect: 'read',
    expose: programs,
    input: z.strictObject({ id: Id, page: z.number().int().positive() }),
    output: z.object({ text: z.string(), page: z.number().int(), pages: z.number().int() }),
  }),
  'remove-attachment': command({
    summary: 'Take an attachment off its item; it can be put back for a minute, then its file is deleted',
    effect: 'write',
    expose: programs,
    input: z.strictObject({ id: Id }),
    output: z.object({}),
  }),
  'restore-attachment': command({
    summary: 'Put back an attachment that was just taken off',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ id: Id }),
    output: z.object({}),
  }),
}
