import type { VaultStatus } from '../../shared/contract/vault'
import { AppError } from '../../shared/errors'
import type { Handlers } from '../core/commands/dispatch'
import { checkRecoveryGroups, type KeyRing, type VaultKeys } from '../core/crypto/key-ring'
import { suggestPassphrase } from '../core/crypto/passphrase-suggestion'
import type { UnlockThrottle } from '../core/crypto/unlock-throttle'
import type { Session } from './session'

type VaultCommands = Pick<
  Handlers,
  | 'vault-status'
  | 'suggest-passphrase'
  | 'create-vault'
  | 'unlock-vault'
  | 'recover-vault'
  | 'confirm-recovery-key'
  | 'reissue-recovery-key'
  | 'change-passphrase'
  | 'lock-vault'
  | 'report-activity'
>

export interface VaultCommandDeps {
  keyRing: KeyRing
  throttle: UnlockThrottle
  open: (keys: VaultKeys) => Promise<Session>
  lock: (reason: 'person') => Promise<void>
  session: () => Session | null
  idle: { touch(): void }
  runtime: VaultStatus['runtime']
  appVersion: string
  dataDir: string
  /** A uniform whole number below the bound, from a cryptographic source. */
  randomInt: (bound: number) => number
}

const CONFIRMED = 'recovery-confirmed'

export function vaultCommands(deps: VaultCommandDeps): VaultCommands {
  /** The recovery key that was shown and is not yet typed back. In memory only. */
  let shown: { recoveryKey: string; groups: [number, number] } | null = null
  /** Why the last try to open the vault failed for another reason than the passphrase. */
  let openProblem: { code: string; message: string } | null = null

  function requireOpen(): Session {
    const session = deps.session()
    if (!session) throw new AppError('VAULT_LOCKED', 'The vault is locked. Unlock it first.')
    return session
  }

  async function tryToOpen(getKeys: () => Promise<VaultKeys>): Promise<void> {
    try {
      const keys = await deps.throttle.attempt(getKeys)
      await deps.open(keys)
      openProblem = null
    } catch (error) {
      if (
        error instanceof AppError &&
        (error.code.startsWith('HEADER_') || error.code === 'VAULT_DAMAGED' || error.code === 'VAULT_TOO_NEW')
      ) {
        openProblem = { code: error.code, message: error.message }
      }
      throw error
    }
  }

  function show(recoveryKey: string) {
    shown = { recoveryKey, groups: pickTwoGroups(deps.randomInt) }
    return { recoveryKey, confirmGroups: [...shown.groups] }
  }

  return {
    'vault-status': async () => {
      const session = deps.session()
      const common = {
        dataDir: deps.dataDir,
        retryAfterSeconds: deps.throttle.retryAfterSeconds(),
        runtime: deps.runtime,
        appVersion: deps.appVersion,
        autoLockMinutes: session ? session.settings.read().autoLockMinutes : null,
        recoveryConfirmed: session ? session.settings.readFlag(CONFIRMED) === '1' : true,
      }
      if (session) return { state: 'unlocked', problem: session.warning, ...common }
      try {
        const found = await deps.keyRing.inspect()
        if (found === 'absent') return { state: 'absent', problem: null, ...common }
        return { state: openProblem ? 'broken' : 'locked', problem: openProblem, ...common }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { state: 'broken', problem: { code: error.code, message: error.message }, ...common }
      }
    },

    'suggest-passphrase': () => ({ passphrase: suggestPassphrase(deps.randomInt) }),

    'create-vault': async ({ passphrase }) => {
      if (deps.session()) throw new AppError('VAULT_EXISTS', 'A vault is open already.')
      const { keys, recoveryKey } = await deps.keyRing.create(passphrase)
      await deps.open(keys)
      return show(recoveryKey)
    },

    'unlock-vault': async ({ passphrase }) => {
      if (deps.session()) return {}
      await tryToOpen(() => deps.keyRing.unlock(passphrase))
      return {}
    },

    'recover-vault': async ({ recoveryKey, newPassphrase }) => {
      if (deps.session()) throw new AppError('CONFLICT', 'The vault is open already. Change the passphrase in Settings.')
      await tryToOpen(() => deps.keyRing.resetPassphrase(recoveryKey, newPassphrase))
      return {}
    },

    'confirm-recovery-key': ({ groups }) => {
      const session = requireOpen()
      if (!shown) throw new AppError('CONFLICT', 'No recovery key is waiting to be typed back. Make a new one in Settings.')
      if (!checkRecoveryGroups(shown.recoveryKey, shown.groups, groups)) {
        throw new AppError('BAD_RECOVERY_KEY', 'These groups do not match the recovery key that was shown. Look at your copy once more.')
      }
      session.write((tx) => {
        session.settings.writeFlag(CONFIRMED, '1')
        tx.emit('settings-changed', {})
      })
      shown = null
      return {}
    },

    'reissue-recovery-key': async () => {
      const session = requireOpen()
      const { recoveryKey, generation } = await deps.keyRing.reissueRecoveryKey(session.keys)
      session.recordGeneration(generation)
      session.write(() => session.settings.writeFlag(CONFIRMED, '0'))
      return show(recoveryKey)
    },

    'change-passphrase': async ({ current, next }) => {
      const session = requireOpen()
      const { generation } = await deps.throttle.attempt(() => deps.keyRing.changePassphrase(current, next))
      session.recordGeneration(generation)
      return {}
    },

    'lock-vault': async () => {
      shown = null
      await deps.lock('person')
      return {}
    },

    'report-activity': () => {
      deps.idle.touch()
      return {}
    },
  }
}

/** Two different groups out of the fourteen of a recovery key, in order. */
function pickTwoGroups(randomInt: (bound: number) => number): [number, number] {
  const first = randomInt(14)
  const second = (first + 1 + randomInt(13)) % 14
  return first < second ? [first, second] : [second, first]
}
