import './http-api.css'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { Switch } from '../../ui/choice'
import { Late } from '../../ui/late'
import { Section } from '../../ui/section'
import { ApiExample } from './api-example'
import { changeHttpApi, followHttpApi, loadHttpApi, useHttpApi } from './http-api-store'
import { ListeningLine } from './listening-line'
import { NewTokenDialog } from './new-token-dialog'
import { PortChoice } from './port-choice'
import { TokenTable } from './token-table'

function Tokens() {
  const tokens = useHttpApi((store) => store.tokens)
  const [making, setMaking] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  const close = () => {
    setMaking(false)
    setTimeout(() => add.current?.focus())
  }
  return (
    <>
      <h3 className="api-title">Tokens</h3>
      {tokens.length > 0 ? (
        <TokenTable tokens={tokens} />
      ) : (
        <div className="empty">
          <h4>No program has a token.</h4>
          <p>Make one for each program, so that you can revoke it alone.</p>
        </div>
      )}
      <Button ref={add} icon={Plus} className="api-add" onClick={() => setMaking(true)}>
        New token
      </Button>
      {making && <NewTokenDialog onClose={close} />}
    </>
  )
}

/** Whether programs on this computer may connect over HTTP, where, and with which tokens. */
export function ProgramsSection() {
  const { state, tokens, problem, busy } = useHttpApi()
  useEffect(followHttpApi, [])
  const isOn = state?.enabled === true
  return (
    <Section id="programs" title="Programs">
      <p>
        Programs on this computer can capture, search and read over HTTP, each with a token of its own. They cannot unlock the vault, change
        settings or make tokens, and they never see what stays here.
      </p>
      {problem !== undefined && (
        <div className="api-line">
          <p className="hint err" role="alert">
            {problem}
          </p>
          <Button onClick={() => void loadHttpApi()}>Try again</Button>
        </div>
      )}
      {state === undefined && problem === undefined && <Late>Looking whether programs may connect…</Late>}
      {state !== undefined && (
        <>
          <Switch name="Let programs connect" checked={isOn} onChange={(enabled) => void changeHttpApi({ enabled })}>
            From this computer only, from the unlock until you close Cortexa. While the vault is locked they get nothing but that it is
            locked.
          </Switch>
          {isOn && (
            <div className="api-on">
              <ListeningLine state={state} busy={busy} />
              <PortChoice state={state} />
            </div>
          )}
          {(isOn || tokens.length > 0) && <Tokens />}
          {state.listening && <ApiExample url={state.listening.url} />}
          <p className="hint api-assistants">
            An assistant on this computer connects by MCP without a token: give it the command <code>cortexa mcp</code>.
          </p>
        </>
      )}
    </Section>
  )
}
