import { AppError } from '../../../shared/errors'
import type { Session } from '../../app/session'
import { telegramCommands } from './telegram-commands'
import { createTelegramFetch, type TelegramFetchDeps } from './telegram-fetch'
import { createTelegramInbox, type TelegramInbox } from './telegram-inbox'

export type TelegramHostDeps = Omit<TelegramFetchDeps, 'session'> & { session: () => Session }

/** The inbox for Telegram of whichever vault is open. A damaged vault gets none: nothing can be written into it. */
export function createTelegramHost(deps: TelegramHostDeps) {
  let inbox: TelegramInbox | null = null

  function requireInbox(): TelegramInbox {
    if (inbox) return inbox
    throw new AppError('VAULT_DAMAGED', 'A part of the vault cannot be read, so nothing is taken in from Telegram.')
  }

  return {
    unlocked(session: Session): void {
      if (session.warning?.code !== 'VAULT_DAMAGED') inbox = createTelegramInbox({ ...deps, session })
    },
    /** To be awaited before the vault is closed. */
    async stop(): Promise<void> {
      const stopping = inbox
      inbox = null
      await stopping?.stop()
    },
    handlers: telegramCommands({
      session: deps.session,
      inbox: requireInbox,
      fetchFor: (session, baseAddress) => createTelegramFetch({ ...deps, session }, baseAddress),
    }),
  }
}
