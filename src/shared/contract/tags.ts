import { z } from 'zod'
import { Id, Timestamp } from '../entities'
import { command, everywhere, windowOnly } from './define'

const TagName = z.string().min(1).max(100)
const Done = z.object({})

export const TagSummary = z.object({
  name: z.string(),
  /** Thoughts that have it and are not in the trash. */
  count: z.number().int(),
  /** When a thought got it last. */
  usedAt: Timestamp,
})
export type TagSummary = z.infer<typeof TagSummary>

export const TagSuggestion = z.object({
  name: z.string(),
  /** Its words are in the text, thoughts close in meaning have it, or both. */
  why: z.enum(['words', 'neighbours', 'both']),
})
export type TagSuggestion = z.infer<typeof TagSuggestion>

/** Two tags that may be one. `keep` is the one with more thoughts, and so the one to merge into. */
export const NearTags = z.object({
  keep: TagSummary,
  other: TagSummary,
  /** They differ in how words are joined, in accents, in number, in an article, or by one letter. */
  reason: z.enum(['joining', 'accents', 'plural', 'article', 'spelling']),
})
export type NearTags = z.infer<typeof NearTags>

/** What was done to a tag. `changeId` takes it back while the vault stays open. */
const TagChange = z.object({ changeId: Id, count: z.number().int() })

/** Changes of a tag reach every thought that has it, also those that stay here, so they are not for programs. */
export const tagCommands = {
  'list-tags': command({
    summary: 'All tags with their counts, the most used first',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({}),
    output: z.object({ tags: z.array(TagSummary) }),
  }),
  'suggest-tags': command({
    summary: 'Existing tags that fit an item, best first, at most five',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({ id: Id }),
    output: z.object({ tags: z.array(TagSuggestion) }),
  }),
  'rename-tag': command({
    summary: 'Rename a tag on all its thoughts. To a name that is a tag already only with `merge`, and then the two become that one',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ from: TagName, to: TagName, merge: z.boolean().optional() }),
    output: TagChange.extend({ name: z.string(), merged: z.boolean() }),
  }),
  'delete-tag': command({
    summary: 'Take a tag off all its thoughts; the thoughts stay',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ name: TagName }),
    output: TagChange,
  }),
  'undo-tag-change': command({
    summary: 'Take back a rename, a merge or the removal of a tag',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ changeId: Id }),
    output: Done,
  }),
  'list-near-tags': command({
    summary: 'Pairs of tags that may be one, the surest first, without those a person wants apart',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({}),
    output: z.object({ pairs: z.array(NearTags) }),
  }),
  'dismiss-near-tags': command({
    summary: 'Say that two tags are not one; the pair is not offered again. `dismissed: false` takes that back',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ one: TagName, other: TagName, dismissed: z.boolean().optional() }),
    output: Done,
  }),
}
