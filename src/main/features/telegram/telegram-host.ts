import { AppError } from '../../../shared/errors'
import { telegramCommands } from './telegram-commands'
import { createTelegramFetch } from './telegram-fetch'
import { createTelegramInbox, type TelegramInbox, type TelegramInboxDeps } from './telegram-inbox'

/** Telegram for an open vault: its inbox and its commands. */
export function createTelegram(deps: TelegramInboxDeps) {
  let inbox: TelegramInbox | null = null

  function requireInbox(): TelegramInbox {
    if (inbox) return inbox
    throw new AppError('VAULT_DAMAGED', 'A part of the vault cannot be read, so nothing is taken in from Telegram.')
  }

  return {
    /** Not called for a damaged vault: nothing can be written into it. */
    start(): void {
      inbox = createTelegramInbox(deps)
    },
    /** To be awaited before the vault is closed. */
    async stop(): Promise<void> {
      const stopping = inbox
      inbox = null
      await stopping?.stop()
    },
    commands: telegramCommands({
      telegram: deps.vault.telegram,
      write: deps.vault.write,
      inbox: requireInbox,
      fetchFor: (baseAddress) => createTelegramFetch(deps, baseAddress),
    }),
  }
}
