import type { TelegramState, TelegramStatus } from '../../../shared/contract/telegram'
import { AppError } from '../../../shared/errors'
import { DAY_MS } from '../../../shared/timing'
import { createBotApi, POLL_SECONDS } from './bot-api'
import { createPause } from './pause'
import { createTelegramFetch, type TelegramFetchDeps } from './telegram-fetch'
import { createTelegramFiles, type TelegramFilesVault } from './telegram-files'
import { createTelegramReplies } from './telegram-replies'
import type { TelegramSetup } from './telegram-store'
import { type BotReply, type TelegramTakeDeps, takeUpdate } from './telegram-take'

export interface TelegramInbox {
  status(): TelegramStatus
  /** After a change of the set-up: what runs is ended, and begun anew with what is stored now. */
  restart(): void
  /** Fetches once more what could not be fetched. */
  retryFiles(): void
  /** Ends when no request is under way any more. */
  stop(): Promise<void>
}

export interface TelegramInboxDeps extends TelegramFetchDeps {
  vault: TelegramFetchDeps['vault'] & TelegramTakeDeps & TelegramFilesVault
}

/** Telegram keeps a number of an update for a week without new ones; after that numbers begin anywhere (core.telegram.org/bots/api#update). */
const NUMBERS_HOLD_MS = 6 * DAY_MS
const LONGEST_WAIT_MS = 60_000
const TAKEN_WAIT_MS = 30_000
const REFUSED_WAIT_MS = 600_000
const LOCAL_ONLY_LOOK_MS = 5000

/** Asks for new messages as long as the vault is open, and takes them in. Nothing is lost or taken twice over locks, kills and lost lines. */
export function createTelegramInbox(deps: TelegramInboxDeps): TelegramInbox {
  const { vault: s } = deps
  let state: TelegramState = 'off'
  let problem: string | null = null
  let nextTryAt: number | null = null
  let stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const wake = createPause()

  function setState(next: TelegramState, words: string | null = null, tryAt: number | null = null): void {
    const isNew = next !== state || words !== problem
    state = next
    problem = words
    nextTryAt = tryAt
    if (isNew) s.write((tx) => tx.emit('telegram-changed', {}))
  }

  async function run(signal: AbortSignal): Promise<void> {
    const setup = s.telegram.setup()
    if (setup.token === '' || !setup.enabled) return setState(setup.token === '' ? 'no-token' : 'off')
    const api = createBotApi({ token: setup.token, fetch: createTelegramFetch(deps, setup.baseAddress) })
    const replies = createTelegramReplies(api, signal)
    const files = createTelegramFiles({ s, api, botId: () => s.telegram.setup().botId, onFault: deps.onFault, signal })
    setState('connecting')
    let offset: number | undefined
    let failures = 0
    let seconds = 0
    try {
      while (!signal.aborted) {
        try {
          if (s.settings.read().localOnly) {
            setState('local-only', '“Local only” is on, so Telegram is not asked. Switch it off in Settings, Network.')
            await wake.sleep(LOCAL_ONLY_LOOK_MS, signal)
            continue
          }
          await knowBot(signal, api)
          files.start()
          const { updates, last } = await api.getUpdates(offset, seconds, signal)
          setState('listening')
          failures = 0
          seconds = POLL_SECONDS
          const answers: BotReply[] = []
          for (const update of updates) {
            if (signal.aborted) break
            answers.push(...takeOne(update))
            // One write a message, and a turn of the event loop between two.
            await new Promise((resolve) => setImmediate(resolve))
          }
          if (signal.aborted) return
          const now = s.now()
          if (last !== null) {
            s.write(() => s.telegram.setTaken(last, now))
            offset = last + 1
          } else if (now - s.telegram.setup().lastUpdateAt > NUMBERS_HOLD_MS) offset = undefined
          files.look()
          if (s.telegram.setup().answers) replies.send(answers)
        } catch (error) {
          if (signal.aborted) return
          failures += 1
          await wake.sleep(failed(error, failures), signal)
        }
      }
    } finally {
      await Promise.all([replies.done(), files.done()])
    }
  }

  /** Takes an update that was not taken before. A fault of the vault is thrown, and the update comes again. */
  function takeOne(update: Parameters<typeof takeUpdate>[3]): BotReply[] {
    return s.write((tx) => {
      const setup = s.telegram.setup()
      const holds = tx.now - setup.lastUpdateAt < NUMBERS_HOLD_MS
      if (holds && update.update_id <= setup.lastUpdate) return []
      const replies = takeUpdate(s, tx, setup, update)
      s.telegram.setTaken(update.update_id, tx.now)
      tx.emit('telegram-changed', {})
      return replies
    })
  }

  /** Asks once who the bot is. Another bot has numbers of its own. */
  async function knowBot(signal: AbortSignal, api: ReturnType<typeof createBotApi>): Promise<void> {
    if (s.telegram.setup().botId !== '') return
    const { id, name, username } = await api.getMe(signal)
    s.write((tx) => {
      const setup: TelegramSetup = s.telegram.setup()
      s.telegram.save({ ...setup, botId: id, botName: name, botUsername: username, lastUpdate: 0, lastUpdateAt: 0 })
      tx.emit('telegram-changed', {})
    })
  }

  /** Says what is wrong, and gives how long to wait. */
  function failed(error: unknown, failures: number): number {
    const known = error instanceof AppError ? error : null
    if (known === null) deps.onFault('telegram', error)
    const asked = known?.data?.retryAfterMs
    const wait =
      known?.code === 'TELEGRAM_REFUSED'
        ? REFUSED_WAIT_MS
        : known?.code === 'TELEGRAM_TAKEN'
          ? TAKEN_WAIT_MS
          : typeof asked === 'number'
            ? asked
            : Math.min(2 ** Math.min(failures, 10) * 500, LONGEST_WAIT_MS)
    const next = known?.code === 'TELEGRAM_REFUSED' ? 'refused' : known?.code === 'TELEGRAM_TAKEN' ? 'taken' : 'waiting'
    const words = known?.message ?? 'A message could not be taken in. It stays at Telegram, and Cortexa asks again by itself.'
    try {
      setState(next, words, s.now() + wait)
    } catch (fault) {
      // A vault that cannot be written says so itself.
      deps.onFault('telegram', fault)
    }
    return wait
  }

  function start(): void {
    stopping = new AbortController()
    const { signal } = stopping
    running = running.then(() => run(signal)).catch((error: unknown) => deps.onFault('telegram', error))
  }

  start()
  return {
    status() {
      const setup = s.telegram.setup()
      const counts = s.telegram.counts()
      const files = s.telegram.fileCounts()
      return {
        enabled: setup.enabled,
        hasToken: setup.token !== '',
        bot: setup.botId === '' ? null : { name: setup.botName, username: setup.botUsername },
        baseAddress: setup.baseAddress,
        answers: setup.answers,
        staysHere: setup.staysHere,
        state,
        problem,
        nextTryAt,
        chats: s.telegram.chats(),
        saved: counts.saved,
        lastSavedAt: counts.lastAt,
        filesWaiting: files.waiting,
        filesFailed: files.failed,
      }
    },
    restart() {
      stopping.abort()
      start()
    },
    retryFiles() {
      s.write((tx) => {
        s.telegram.wakeFiles(tx.now)
        tx.emit('telegram-changed', {})
      })
      stopping.abort()
      start()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
