import { z } from 'zod'

/** A wrong entity is left out, not the whole message. */
const Entity = z.object({
  type: z.string(),
  offset: z.number().int(),
  length: z.number().int(),
  url: z.string().optional(),
  language: z.string().optional(),
})
const Entities = z
  .array(z.unknown())
  .transform((entities) => entities.flatMap((entity) => Entity.safeParse(entity).data ?? []))
  .optional()

const Stored = z.object({ file_id: z.string(), file_size: z.number().optional(), file_name: z.string().optional() })
const Size = Stored.extend({ width: z.number().optional(), height: z.number().optional() })
const Named = z.object({
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  title: z.string().optional(),
  username: z.string().optional(),
})
const Origin = z.object({
  sender_user: Named.optional(),
  sender_user_name: z.string().optional(),
  sender_chat: Named.optional(),
  chat: Named.optional(),
})

/** What Cortexa reads of a message of the Bot API; fields that it does not know are no fault. */
export const TelegramMessage = z.object({
  message_id: z.number().int(),
  date: z.number().int(),
  chat: Named.extend({ id: z.number().int(), type: z.string().optional() }),
  text: z.string().optional(),
  entities: Entities,
  caption: z.string().optional(),
  caption_entities: Entities,
  media_group_id: z.string().optional(),
  forward_origin: Origin.optional(),
  photo: z.array(Size).optional(),
  document: Stored.optional(),
  voice: Stored.optional(),
  audio: Stored.extend({ title: z.string().optional() }).optional(),
  video: Stored.optional(),
  animation: Stored.optional(),
  video_note: Stored.optional(),
  sticker: z.object({ emoji: z.string().optional() }).optional(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  venue: z.object({ title: z.string(), address: z.string() }).optional(),
  contact: z.object({ phone_number: z.string(), first_name: z.string(), last_name: z.string().optional() }).optional(),
  poll: z.object({ question: z.string(), options: z.array(z.object({ text: z.string() })) }).optional(),
})
export type TelegramMessage = z.infer<typeof TelegramMessage>

export const TelegramUpdate = z.object({
  update_id: z.number().int(),
  message: TelegramMessage.optional(),
  edited_message: TelegramMessage.optional(),
  channel_post: TelegramMessage.optional(),
  edited_channel_post: TelegramMessage.optional(),
})
export type TelegramUpdate = z.infer<typeof TelegramUpdate>

/** What every answer of the Bot API looks like. */
export const BotAnswer = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.number().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
})

export const BotUser = z.object({ id: z.number().int(), first_name: z.string(), username: z.string().optional() })
export const BotFile = z.object({ file_path: z.string().optional(), file_size: z.number().optional() })
