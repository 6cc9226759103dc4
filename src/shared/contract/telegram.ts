import { z } from 'zod'
import { Timestamp } from '../entities'
import { command, windowOnly } from './define'

/** A chat that wrote to the bot. Only allowed ones get into the vault. */
export const TelegramChat = z.object({
  /** A whole number, negative for groups; a text because it may be larger than a number holds. */
  id: z.string(),
  name: z.string(),
  allowed: z.boolean(),
  /** When it last wrote, as far as Cortexa saw it; null for one that was entered by hand. */
  lastAt: Timestamp.nullable(),
})
export type TelegramChat = z.infer<typeof TelegramChat>

/**
 * `refused`: Telegram does not know the token. `taken`: another program asks for the messages of this bot. `waiting`: no answer, asked again
 * by itself. `local-only`: "Local only" is on.
 */
export const TelegramState = z.enum(['off', 'no-token', 'connecting', 'listening', 'waiting', 'refused', 'taken', 'local-only'])
export type TelegramState = z.infer<typeof TelegramState>

export const TelegramStatus = z.object({
  enabled: z.boolean(),
  /** The token itself is never handed out. */
  hasToken: z.boolean(),
  bot: z.object({ name: z.string(), username: z.string() }).nullable(),
  /** '' for Telegram's own servers. */
  baseAddress: z.string(),
  /** Whether the bot says "Saved" in the chat. */
  answers: z.boolean(),
  /** Whether what comes in is set to stay here. */
  staysHere: z.boolean(),
  state: TelegramState,
  /** What is wrong and what to do, as a sentence; null when nothing is. */
  problem: z.string().nullable(),
  nextTryAt: Timestamp.nullable(),
  chats: z.array(TelegramChat),
  /** Thoughts that came in this way and are still there, and when the last one came. */
  saved: z.number().int(),
  lastSavedAt: Timestamp.nullable(),
  /** Files that are still to be fetched, and those that could not be. */
  filesWaiting: z.number().int(),
  filesFailed: z.number().int(),
})
export type TelegramStatus = z.infer<typeof TelegramStatus>

const Empty = z.strictObject({})
const ChatId = z.string().max(24)

export const telegramCommands = {
  'get-telegram': command({
    summary: 'How messages from Telegram come in: the bot, the chats, what it does now',
    effect: 'read',
    expose: windowOnly,
    input: Empty,
    output: TelegramStatus,
  }),
  'save-telegram': command({
    summary: 'Change how messages from Telegram come in. What is left out stays; `token` "" removes the token and switches it off',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({
      enabled: z.boolean().optional(),
      token: z.string().max(200).optional(),
      baseAddress: z.string().max(2000).optional(),
      answers: z.boolean().optional(),
      staysHere: z.boolean().optional(),
    }),
    output: TelegramStatus,
  }),
  'allow-telegram-chat': command({
    summary: 'Take thoughts from a chat, or no longer',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({ id: ChatId, allowed: z.boolean() }),
    output: TelegramStatus,
  }),
  'retry-telegram-files': command({
    summary: 'Fetch once more the files that could not be fetched',
    effect: 'write',
    expose: windowOnly,
    input: Empty,
    output: TelegramStatus,
  }),
  'test-telegram': command({
    summary: 'Ask Telegram who the bot is; each line is a sentence on what came of it',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({ token: z.string().max(200).optional(), baseAddress: z.string().max(2000).optional() }),
    output: z.object({ ok: z.boolean(), lines: z.array(z.object({ ok: z.boolean(), text: z.string() })) }),
  }),
}
