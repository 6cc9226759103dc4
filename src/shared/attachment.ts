import { z } from 'zod'
import { Id, Timestamp } from './entities'

export const AttachmentKind = z.enum(['image', 'pdf', 'text', 'audio', 'file'])
export type AttachmentKind = z.infer<typeof AttachmentKind>

/** A file that belongs to an item. Its kind is told by its content, not by its name. */
export const Attachment = z.object({
  id: Id,
  itemId: Id,
  /** Safe to show and to save under: no folders, no invisible characters. */
  name: z.string(),
  kind: AttachmentKind,
  mime: z.string(),
  bytes: z.number().int(),
  /** Of an image, in pixels, as it claims; null when it does not tell. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Whether a small picture is kept. */
  preview: z.boolean(),
  /** Pages of a PDF once it was read. */
  pages: z.number().int().nullable(),
  /** What became of its text: there is none to read, it waits, it was read (whole or in part), or it cannot be read. */
  text: z.enum(['none', 'waiting', 'read', 'partly', 'unreadable']),
  /** Why the text is not there, or not all of it, as a sentence; empty otherwise. */
  textNote: z.string(),
  /** The first words of its text. */
  excerpt: z.string(),
  createdAt: Timestamp,
})
export type Attachment = z.infer<typeof Attachment>
