import { create } from 'zustand'
import type { CommandInput } from '../../../shared/contract'
import type { ApiToken, HttpApiState } from '../../../shared/contract/http-api'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'

/** The last use of a token makes no event; it is asked for while the section is on screen. */
const LOOK_AGAIN_MS = 30_000

interface HttpApiStore {
  /** Undefined until it is read. */
  state: HttpApiState | undefined
  tokens: readonly ApiToken[]
  problem: string | undefined
  /** A change of the switch or the port is on its way. */
  busy: boolean
}

const empty: HttpApiStore = { state: undefined, tokens: [], problem: undefined, busy: false }
export const useHttpApi = create<HttpApiStore>(() => empty)

let asked = 0
onEvent('vault-locked', () => {
  asked += 1
  useHttpApi.setState(empty, true)
})

export async function loadHttpApi(): Promise<void> {
  asked += 1
  const turn = asked
  try {
    const [state, { tokens }] = await Promise.all([client.call('get-http-api', {}), client.call('list-api-tokens', {})])
    if (turn === asked) useHttpApi.setState({ state, tokens, problem: undefined })
  } catch (error) {
    if (turn === asked) useHttpApi.setState({ problem: errorWords(error) })
  }
}

/** Reads switch and tokens and keeps them fresh while they are on screen. Returns the way to stop. */
export function followHttpApi(): () => void {
  void loadHttpApi()
  const stop = onEvent('http-api-changed', () => void loadHttpApi())
  const timer = setInterval(() => void loadHttpApi(), LOOK_AGAIN_MS)
  return () => {
    stop()
    clearInterval(timer)
  }
}

/** Changes switch or port; the state that comes back says whether it listens. */
export async function changeHttpApi(change: CommandInput<'set-http-api'>): Promise<void> {
  const { state, busy } = useHttpApi.getState()
  if (!state || busy) return
  // The switch moves under the hand; whether it listens is said a moment later.
  useHttpApi.setState({
    busy: true,
    state: { ...state, enabled: change.enabled ?? state.enabled, port: change.port === undefined ? state.port : change.port },
  })
  asked += 1
  try {
    useHttpApi.setState({ state: await client.call('set-http-api', change) })
  } catch (error) {
    showToast(errorWords(error))
  }
  useHttpApi.setState({ busy: false })
  await loadHttpApi()
}

/** Refuses a token from now on. The toast lets the same one in again. */
export async function revokeToken({ id, name }: ApiToken): Promise<void> {
  try {
    await client.call('revoke-api-token', { id })
    await loadHttpApi()
    showToast(`The token of ${name} is revoked.`, () => void restoreToken(id, name))
  } catch (error) {
    showToast(errorWords(error))
  }
}

async function restoreToken(id: string, name: string): Promise<void> {
  try {
    await client.call('restore-api-token', { id })
    await loadHttpApi()
    showToast(`The token of ${name} works again.`)
  } catch (error) {
    showToast(errorWords(error))
  }
}
