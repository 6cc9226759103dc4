import { create } from 'zustand'
import type { CommandInput } from '../../../shared/contract'
import type { TelegramStatus } from '../../../shared/contract/telegram'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'

/** How messages from Telegram come in; undefined until it is read. */
export const useTelegram = create<{ status: TelegramStatus | undefined }>(() => ({ status: undefined }))

onEvent('vault-locked', () => useTelegram.setState({ status: undefined }))

async function load(): Promise<void> {
  const status = await client.call('get-telegram', {}).catch(() => undefined)
  if (status) useTelegram.setState({ status })
}

/** Loads it and keeps it fresh while it is on screen. Returns the way to stop. */
export function followTelegram(): () => void {
  void load()
  return onEvent('telegram-changed', () => void load())
}

/** Throws the error of the command; what is shown is then as before. */
export async function saveTelegram(change: CommandInput<'save-telegram'>): Promise<void> {
  useTelegram.setState({ status: await client.call('save-telegram', change) })
}

export async function allowChat(id: string, allowed: boolean): Promise<void> {
  useTelegram.setState({ status: await client.call('allow-telegram-chat', { id, allowed }) })
}

export async function retryFiles(): Promise<void> {
  useTelegram.setState({ status: await client.call('retry-telegram-files', {}) })
}
