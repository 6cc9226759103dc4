import { contract, isCommandName } from './contract'
import type { Exposure } from './contract/define'

/** Whether the host of programs named `exposure` may call the command. One that does not exist answers the same as one that is kept from it. */
export function isReachable(name: string, exposure: Exposure): boolean {
  return isCommandName(name) && contract[name].expose.includes(exposure)
}

/** Commands whose input is a whole text; all others get by with the small limit of their host. */
export const wholeTextCommands: readonly string[] = ['capture-item', 'update-item']
