import type { Session } from '../../app/session'
import type { Handlers } from '../../core/commands/dispatch'

export function upkeepCommands(session: () => Session): Pick<Handlers, 'find-id' | 'make-backup'> {
  return {
    'find-id': ({ kind, part }) => ({ matches: session().ids.find(kind, part) }),
    'make-backup': () => session().backups.make(),
  }
}
