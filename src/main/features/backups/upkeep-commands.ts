import type { BackupProblem } from '../../../shared/contract/upkeep'
import type { Session } from '../../app/session'
import type { Caller, Handlers } from '../../core/commands/dispatch'

export function upkeepCommands(session: () => Session): Pick<Handlers, 'find-id' | 'make-backup'> {
  return {
    'find-id': ({ kind, part }) => ({ matches: session().ids.find(kind, part) }),
    'make-backup': async (_input, caller) => {
      const backup = await session().backups.make()
      return { ...backup, problems: backup.problems.map((one) => visibleProblem(one, caller)) }
    },
  }
}

/** Names of thoughts that stay here are kept from programs; that a file is not whole is not. */
function visibleProblem({ kind, name, title, private: isPrivate, where, fault }: BackupProblem, caller: Caller): BackupProblem {
  const isHidden = isPrivate && caller.host !== 'window'
  return { kind, name: isHidden ? '' : name, title: isHidden ? null : title, private: isPrivate, where, fault }
}
