import type { TelegramMessage } from './message-schema'
import { hashtagsOf, markdownOf } from './telegram-text'

/** So large a file the Bot API hands out at most (core.telegram.org/bots/api#getfile). */
export const LARGEST_FILE = 20 * 1024 * 1024

export interface MessageFile {
  fileId: string
  name: string
}

/** What of a message gets into the vault. */
export interface ReadMessage {
  /** '' when its text says what it is. */
  title: string
  /** Markdown. */
  body: string
  tags: string[]
  files: MessageFile[]
  /** What of it cannot be kept, as a sentence; null when all of it can. */
  lost: string | null
}

const nameOf = (named: { first_name?: string | undefined; last_name?: string | undefined; title?: string | undefined } | undefined) =>
  (named?.title ?? [named?.first_name, named?.last_name].filter(Boolean).join(' ')).trim()

function originOf({ forward_origin: origin }: TelegramMessage): string {
  if (!origin) return ''
  return nameOf(origin.sender_user) || (origin.sender_user_name ?? '') || nameOf(origin.sender_chat) || nameOf(origin.chat) || 'somebody'
}

/** What is neither text nor file, as text. */
function factsOf(message: TelegramMessage): { title: string; text: string } | null {
  const { venue, location, contact, poll } = message
  if (location) {
    const place = `Location: ${location.latitude}, ${location.longitude}`
    return { title: venue?.title ?? '', text: venue ? `${venue.title}\n${venue.address}\n${place}` : place }
  }
  if (contact) return { title: '', text: `Contact: ${nameOf(contact)}, ${contact.phone_number}` }
  if (poll) return { title: '', text: [poll.question, ...poll.options.map(({ text }) => `- ${text}`)].join('\n') }
  return null
}

/** The time of a message as a part of a file name, in UTC: 2026-11-30-184105. */
const stampOf = (date: number) => new Date(date * 1000).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')

interface Part {
  file: { file_id: string; file_size?: number | undefined; file_name?: string | undefined }
  fallback: string
  title: string
}

function partOf(message: TelegramMessage): Part | null {
  const stamp = stampOf(message.date)
  const { photo, voice, audio, video, animation, video_note: round, document } = message
  if (photo && photo.length > 0) {
    const fitting = photo.filter(({ file_size: size }) => (size ?? 0) <= LARGEST_FILE)
    const file = (fitting.length > 0 ? fitting : photo).reduce((best, one) =>
      (one.width ?? 0) * (one.height ?? 0) > (best.width ?? 0) * (best.height ?? 0) ? one : best,
    )
    return { file, fallback: `photo-${stamp}.jpg`, title: 'Photo from Telegram' }
  }
  if (voice) return { file: voice, fallback: `voice-${stamp}.ogg`, title: 'Voice note from Telegram' }
  if (audio) return { file: audio, fallback: `audio-${stamp}.mp3`, title: audio.title ?? 'Audio from Telegram' }
  // An animation comes as a document, too.
  if (animation) return { file: animation, fallback: `animation-${stamp}.mp4`, title: 'Animation from Telegram' }
  if (video) return { file: video, fallback: `video-${stamp}.mp4`, title: 'Video from Telegram' }
  if (round) return { file: round, fallback: `video-${stamp}.mp4`, title: 'Video from Telegram' }
  if (document) return { file: document, fallback: `file-${stamp}`, title: document.file_name ?? 'File from Telegram' }
  return null
}

/** Reads a message. Null when there is nothing in it that a thought could be made of, such as a sticker or a change of the group's name. */
export function readMessage(message: TelegramMessage): ReadMessage | null {
  const text = message.text ?? message.caption ?? ''
  const entities = (message.text === undefined ? message.caption_entities : message.entities) ?? []
  const facts = factsOf(message)
  const part = partOf(message)
  const origin = originOf(message)
  const isTooLarge = (part?.file.file_size ?? 0) > LARGEST_FILE
  const lost = isTooLarge
    ? `${part?.file.file_name ?? 'The file'} is larger than 20 MB, which Telegram does not hand to bots. Add it in the Cortexa window.`
    : null
  const paragraphs = [
    markdownOf(text, entities).trim(),
    facts?.text ?? '',
    lost === null ? '' : `(${lost})`,
    origin === '' || (text === '' && !facts && !part) ? '' : `Forwarded from ${origin}`,
  ].filter((paragraph) => paragraph !== '')
  if (paragraphs.length === 0 && !part) return null
  return {
    title: text.trim() === '' ? (part?.title ?? facts?.title ?? '') : '',
    body: paragraphs.join('\n\n'),
    tags: hashtagsOf(text, entities),
    files: part && !isTooLarge ? [{ fileId: part.file.file_id, name: part.file.file_name ?? part.fallback }] : [],
    lost,
  }
}

/** A name to show for the chat: the group's, or the person's. */
export function chatName({ chat }: Pick<TelegramMessage, 'chat'>): string {
  return nameOf(chat) || (chat.username === undefined ? `Chat ${chat.id}` : `@${chat.username}`)
}
