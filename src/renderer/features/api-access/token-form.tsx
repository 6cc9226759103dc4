import { type FormEvent, useId, useState } from 'react'
import type { CommandOutput } from '../../../shared/contract'
import { ApiScope, LONGEST_TOKEN_NAME, scopeMeanings } from '../../../shared/contract/http-api'
import { DAY_MS } from '../../../shared/timing'
import { client } from '../../base/client'
import { Button } from '../../ui/button'
import { currentTime } from '../../ui/clock'
import { errorWords } from '../../ui/error-words'
import { dateOf, momentOfEnd, type TokenEnd, tokenEnds } from './token-end'
import { scopeNames } from './token-words'

const YEARS_AHEAD = 20

export type NewToken = CommandOutput<'create-api-token'>

/** What a new token is called, may do, and when it ends. */
export function TokenForm({ onMade, onClose }: { onMade: (made: NewToken) => void; onClose: () => void }) {
  const id = useId()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly ApiScope[]>(['search', 'read'])
  const [end, setEnd] = useState<TokenEnd>('90')
  const [date, setDate] = useState(() => dateOf(currentTime() + 7 * DAY_MS))
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const toggle = (scope: ApiScope) =>
    setScopes(ApiScope.options.filter((one) => (one === scope ? !scopes.includes(one) : scopes.includes(one))))
  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const expiresAt = momentOfEnd(end, date, currentTime())
    if (expiresAt === undefined) return setProblem('There is no such day. Choose one of the calendar.')
    setBusy(true)
    try {
      onMade(await client.call('create-api-token', { name, scopes: [...scopes], expiresAt }))
    } catch (error) {
      setProblem(errorWords(error))
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void make(event)} onChange={() => setProblem(undefined)}>
      <header>
        <h2>New token</h2>
      </header>
      <div className="footed-body">
        <div className="field">
          <label className="label" htmlFor={`${id}-name`}>
            Name of the program
          </label>
          <input
            id={`${id}-name`}
            className="input"
            data-first-focus
            dir="auto"
            autoComplete="off"
            maxLength={LONGEST_TOKEN_NAME}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <fieldset>
          <legend>It may</legend>
          {ApiScope.options.map((scope) => (
            <label className="check" key={scope}>
              <input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
              <span>
                <b>{scopeNames[scope]}</b>
                {scopeMeanings[scope]}
              </span>
            </label>
          ))}
        </fieldset>
        <div className="token-end">
          <label htmlFor={`${id}-end`}>It ends</label>
          <select
            id={`${id}-end`}
            className="input"
            value={end}
            onChange={(event) => setEnd(tokenEnds.find(([key]) => key === event.target.value)?.[0] ?? end)}
          >
            {tokenEnds.map(([key, words]) => (
              <option key={key} value={key}>
                {words}
              </option>
            ))}
          </select>
          {end === 'date' && (
            <input
              className="input"
              type="date"
              aria-label="Last day"
              min={dateOf(currentTime())}
              max={dateOf(currentTime() + YEARS_AHEAD * 365 * DAY_MS)}
              value={date}
              onChange={(event) => setDate(event.target.value)}
            />
          )}
        </div>
      </div>
      <footer>
        <p className="hint err" role="alert">
          {problem}
        </p>
        <div className="acts">
          <Button variant="quiet" keys="Esc" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={busy ? 'Making it…' : undefined}>
            Make the token
          </Button>
        </div>
      </footer>
    </form>
  )
}
