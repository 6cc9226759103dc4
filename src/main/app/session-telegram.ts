import { createTelegram } from '../features/telegram/telegram-host'
import type { TelegramInboxDeps } from '../features/telegram/telegram-inbox'
import type { SessionDeps } from './session-deps'
import type { SessionStores } from './session-stores'

type Vault = TelegramInboxDeps['vault']
/** What a thought from Telegram sets off in an open vault. */
type Effects = Pick<
  Vault,
  'write' | 'announceCancelled' | 'names' | 'vectorIndex' | 'files' | 'removeBlob' | 'history' | 'indexRest' | 'staleMarks'
>

/** Telegram of an open vault: its bot, its inbox and what its commands need. */
export function createSessionTelegram(stores: SessionStores, effects: Effects, deps: SessionDeps) {
  const { egress, settings, telegram, items, tags, textIndex, jobs, attachments } = stores
  const { write, announceCancelled, names, vectorIndex, files, removeBlob, history, indexRest, staleMarks } = effects
  const { now, newId, appVersion, web, onFault } = deps
  return createTelegram({
    vault: {
      egress,
      settings,
      telegram,
      items,
      tags,
      textIndex,
      jobs,
      attachments,
      write,
      announceCancelled,
      names,
      vectorIndex,
      files,
      removeBlob,
      history,
      indexRest,
      staleMarks,
      now,
      newId,
    },
    appVersion,
    web,
    onFault,
  })
}
