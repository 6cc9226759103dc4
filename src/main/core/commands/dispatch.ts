import { type CommandName, type CommandOutput, contract, isCommandName, type ParsedInput } from '../../../shared/contract'
import { AppError, type WireError, type WireResult } from '../../../shared/errors'
import { type Host, type Viewer, viewerOf } from '../privacy/viewer'

/** Who calls, and what of the vault they see. Programs never see private items. */
export interface Caller {
  host: Host
  viewer: Viewer
}

/** Whether the person calls, and not a program: for what nobody but they may ask for. What a caller sees is up to its viewer. */
export const isPerson = ({ host }: Caller): boolean => host === 'window'

/** One handler for each command of the contract; a missing one does not compile. */
export type Handlers = { [N in CommandName]: (input: ParsedInput<N>, caller: Caller) => CommandOutput<N> | Promise<CommandOutput<N>> }

export interface DispatchDeps<Always extends CommandName> {
  /** Of commands that are there with or without an open vault. */
  handlers: Pick<Handlers, Always>
  /** All others, of the vault that is open; null while none is. Made once for each vault. */
  openHandlers: () => Omit<Handlers, Always> | null
  /** Told of faults that are nobody's input: the name of the command and the error's kind. */
  onFault: (command: string, error: unknown) => void
  /** A page of the database could not be read. Gives the sentence for the person. */
  onDamage: () => string
  isDamage: (error: unknown) => boolean
}

/** Parses, calls the handler, parses the answer, and turns every error into its wire form. The only place that does. */
export function createDispatcher<Always extends CommandName>(deps: DispatchDeps<Always>) {
  return async function dispatch(name: string, input: unknown, { host }: Pick<Caller, 'host'>): Promise<WireResult> {
    try {
      if (!isCommandName(name)) throw new AppError('NOT_FOUND', 'There is no such command. GET /v1/contract lists them.')
      const definition = contract[name]
      const openHandlers = deps.openHandlers()
      if (!('whileLocked' in definition && definition.whileLocked) && openHandlers === null) throw vaultLocked()
      const parsed = definition.input.safeParse(input ?? {})
      if (!parsed.success) throw new AppError('BAD_INPUT', `This call does not fit the command "${name}": ${explain(parsed.error.issues)}`)
      const always: Partial<Handlers> = deps.handlers
      const ofVault: Partial<Handlers> = openHandlers ?? {}
      const handler = (always[name] ?? ofVault[name]) as ((input: unknown, caller: Caller) => unknown) | undefined
      if (!handler) throw vaultLocked()
      const answer = definition.output.safeParse(await handler(parsed.data, { host, viewer: viewerOf(host) }))
      if (!answer.success) throw new Error(`answer of ${name} does not fit its schema: ${explain(answer.error.issues)}`)
      return { ok: true, data: answer.data }
    } catch (error) {
      if (deps.isDamage(error)) return { ok: false, error: { code: 'VAULT_DAMAGED', message: deps.onDamage() } }
      return { ok: false, error: toWireError(error, () => deps.onFault(name, error)) }
    }
  }
}

export function vaultLocked(): AppError {
  return new AppError('VAULT_LOCKED', 'The vault is locked. Unlock it in the Cortexa window, then try again.')
}

export type Dispatch = ReturnType<typeof createDispatcher>

function toWireError(error: unknown, onFault: () => void): WireError {
  if (error instanceof AppError) {
    if (error.code === 'INTERNAL') onFault()
    return { code: error.code, message: error.message, ...(error.data ? { data: error.data } : {}) }
  }
  onFault()
  return {
    code: 'INTERNAL',
    message: 'Something unexpected failed inside Cortexa. What was saved before is safe. Try again; if it stays, start Cortexa anew.',
  }
}

/** Where and what, without the value: it may be a person's text or a passphrase. */
function explain(issues: readonly { path: PropertyKey[]; message: string }[]): string {
  return issues
    .slice(0, 3)
    .map((issue) => `${issue.path.length > 0 ? issue.path.map(String).join('.') : 'input'}: ${issue.message}`)
    .join('; ')
}
