import { type FormEvent, useState } from 'react'
import type { CommandOutput } from '../../../shared/contract'
import type { TelegramStatus } from '../../../shared/contract/telegram'
import { client } from '../../base/client'
import { Button } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toast'
import { TrialLines } from '../../ui/trial-lines'
import { saveTelegram } from './telegram-store'

/** The bot's token and server, with a trial. */
export function TelegramForm({ status }: { status: TelegramStatus }) {
  const [token, setToken] = useState('')
  const [address, setAddress] = useState(status.baseAddress)
  const [trial, setTrial] = useState<CommandOutput<'test-telegram'>>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<'save' | 'test' | 'remove'>()
  const given = { ...(token === '' ? {} : { token }), ...(address.trim() === status.baseAddress ? {} : { baseAddress: address }) }

  const attempt = async (what: 'save' | 'test' | 'remove', work: () => Promise<void>) => {
    setBusy(what)
    setProblem(undefined)
    setTrial(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(errorWords(error))
    } finally {
      setBusy(undefined)
    }
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    void attempt('save', async () => {
      await saveTelegram({ ...given, enabled: true })
      setToken('')
    })
  }
  const test = () => attempt('test', async () => setTrial(await client.call('test-telegram', given)))
  const remove = () =>
    attempt('remove', async () => {
      await saveTelegram({ token: '' })
      showToast('The token is removed. What came in stays.')
    })

  return (
    <form className="narrow-form" aria-label="Bot" onSubmit={save}>
      <TextField
        label="Token of the bot"
        secret
        hint={
          status.hasToken
            ? 'A token is stored and never shown. Type to replace it.'
            : 'Write /newbot to @BotFather in Telegram; it gives you one. It is kept encrypted in the vault.'
        }
        value={token}
        onChange={setToken}
      />
      <details className="telegram-more" open={status.baseAddress !== ''}>
        <summary>A server of your own</summary>
        <TextField
          label="Address"
          hint="Empty for Telegram’s servers. One that speaks the Bot API may be on this computer, such as http://127.0.0.1:8081."
          value={address}
          onChange={setAddress}
        />
      </details>
      <div className="acts">
        <Button type="submit" variant="primary" busy={busy === 'save' ? 'Saving…' : undefined}>
          {status.enabled ? 'Save' : 'Switch on'}
        </Button>
        <Button busy={busy === 'test' ? 'Testing…' : undefined} onClick={() => void test()}>
          Test
        </Button>
        {status.hasToken && (
          <Button variant="quiet" busy={busy === 'remove' ? 'Removing…' : undefined} onClick={() => void remove()}>
            Remove the token
          </Button>
        )}
      </div>
      <TrialLines lines={trial?.lines} />
      {problem !== undefined && (
        <p className="hint err" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
