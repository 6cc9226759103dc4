import { useEffect } from 'react'
import type { TelegramStatus } from '../../../shared/contract/telegram'
import { useNavigation } from '../../base/navigation-store'
import { Switch } from '../../ui/choice'
import { errorWords } from '../../ui/error-words'
import { formatClock } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { Section } from '../../ui/section'
import { StatusDot } from '../../ui/status-dot'
import { showToast } from '../../ui/toast'
import { TelegramChats } from './telegram-chats'
import { TelegramForm } from './telegram-form'
import { followTelegram, retryFiles, saveTelegram, useTelegram } from './telegram-store'
import { botWords, failedFilesWords, savedWords, stateWords, waitingFilesWords } from './telegram-words'
import './telegram.css'

type Change = Parameters<typeof saveTelegram>[0]

function save(change: Change): void {
  saveTelegram(change).catch((error: unknown) => showToast(errorWords(error)))
}

function State({ status }: { status: TelegramStatus }) {
  const { word, kind } = stateWords[status.state]
  return (
    <div className="telegram-state" role="status">
      <p>
        <StatusDot kind={kind} word={word} /> {botWords(status)}
      </p>
      {status.problem !== null && (
        <p className="hint">
          {status.problem}
          {status.state === 'waiting' && status.nextTryAt !== null && ` Next at ${formatClock(status.nextTryAt)}.`}
        </p>
      )}
    </div>
  )
}

function Came({ status }: { status: TelegramStatus }) {
  const { saved, filesWaiting, filesFailed } = status
  return (
    <div className="telegram-came">
      {saved > 0 && (
        <p>
          <button type="button" className="link" onClick={() => useNavigation.getState().openSearch('source:telegram')}>
            {savedWords(saved)}
          </button>{' '}
          came in this way.
        </p>
      )}
      {filesWaiting > 0 && <p className="hint">{waitingFilesWords(filesWaiting)}</p>}
      {filesFailed > 0 && (
        <p className="hint">
          {failedFilesWords(filesFailed)}{' '}
          <button type="button" className="link" onClick={() => void retryFiles().catch((error: unknown) => showToast(errorWords(error)))}>
            try again
          </button>
          .
        </p>
      )}
    </div>
  )
}

function Chats({ status }: { status: TelegramStatus }) {
  if (status.state === 'no-token') return null
  return (
    <>
      <h3 className="telegram-title">Chats</h3>
      {status.chats.length > 0 ? (
        <>
          <p>Only messages from chats that you allow are kept. Anybody can find a bot and write to it.</p>
          <TelegramChats chats={status.chats} />
        </>
      ) : (
        <p>Write /start to your bot in Telegram. The chat then shows up here, and you can allow it.</p>
      )}
    </>
  )
}

/** A bot of Telegram whose messages become thoughts. */
export function TelegramSection() {
  const status = useTelegram((state) => state.status)
  useEffect(followTelegram, [])
  return (
    <Section id="telegram" title="Telegram">
      <p>
        Write to a bot of your own, and what you write becomes a thought here: text, links, pictures, voice notes and files. Telegram can
        read what is sent to a bot, and keeps it for a day: unlock the vault daily, so that nothing is missed.
      </p>
      {status ? (
        <>
          <State status={status} />
          <TelegramForm key={`${status.baseAddress} ${String(status.hasToken)}`} status={status} />
          {status.hasToken && (
            <>
              <Switch name="Take messages in" checked={status.enabled} onChange={(enabled) => save({ enabled })}>
                Off: nothing is asked of Telegram.
              </Switch>
              <Switch name="Answer in the chat" checked={status.answers} onChange={(answers) => save({ answers })}>
                The bot says “Saved.” once a message is in the vault.
              </Switch>
              <Switch name="Keep what comes in here" checked={status.staysHere} onChange={(staysHere) => save({ staysHere })}>
                New thoughts from Telegram are set to stay here: no program and no model elsewhere gets them.
              </Switch>
              <Chats status={status} />
              <Came status={status} />
            </>
          )}
        </>
      ) : (
        <Late>Looking up the bot…</Late>
      )}
    </Section>
  )
}
