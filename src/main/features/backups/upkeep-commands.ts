import type { BackupProblem } from '../../../shared/contract/upkeep'
import type { Caller, Handlers } from '../../core/commands/dispatch'
import { maySee } from '../../core/privacy/viewer'
import type { IdStore } from '../items/id-store'
import type { SessionBackups } from './session-backups'

export interface UpkeepCommandDeps {
  ids: IdStore
  backups: Pick<SessionBackups, 'make'>
}

export function upkeepCommands(s: UpkeepCommandDeps): Pick<Handlers, 'find-id' | 'make-backup'> {
  return {
    'find-id': ({ kind, part }) => ({ matches: s.ids.find(kind, part) }),
    'make-backup': async (_input, caller) => {
      const backup = await s.backups.make()
      return { ...backup, problems: backup.problems.map((one) => visibleProblem(one, caller)) }
    },
  }
}

/** Names of thoughts that stay here are kept from programs; that a file is not whole is not. */
function visibleProblem({ kind, name, title, private: isPrivate, where, fault }: BackupProblem, caller: Caller): BackupProblem {
  const isHidden = !maySee(caller.viewer, { private: isPrivate })
  return { kind, name: isHidden ? '' : name, title: isHidden ? null : title, private: isPrivate, where, fault }
}
