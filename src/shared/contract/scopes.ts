import type { CommandName } from '../contract'
import { contract } from '../contract'
import { attachmentCommands } from './attachments'
import { briefingCommands } from './briefings'
import { collectCommands } from './collect'
import { confidenceCommands } from './confidence'
import type { CommandDefinition } from './define'
import { embeddingCommands, endpointCommands } from './endpoints'
import { graphCommands } from './graph'
import { historyCommands } from './history'
import type { ApiScope } from './http-api'
import { itemCommands } from './items'
import { jobCommands } from './jobs'
import { linkCommands } from './links'
import { networkCommands } from './network'
import { orchestrateCommands } from './orchestrate'
import { reflectionCommands } from './reflections'
import { researchCommands } from './research'
import { reviewCommands } from './review'
import { scheduleCommands } from './schedules'
import { searchCommands } from './search'
import { settingsCommands } from './settings'
import { tagCommands } from './tags'
import { thinkingCommands } from './thinking'
import { usageCommands } from './usage'
import { vaultCommands } from './vault'

type Area = Record<string, CommandDefinition>

/**
 * THE table: which scope a command needs, by the area of the contract it is in and whether it reads or writes. A command
 * of an area that is not here has none, and no token reaches it.
 */
const areas: readonly (readonly [Area, Record<CommandDefinition['effect'], ApiScope>])[] = [
  [searchCommands, { read: 'search', write: 'write' }],
  [vaultCommands, { read: 'read', write: 'write' }],
  [itemCommands, { read: 'read', write: 'write' }],
  [historyCommands, { read: 'read', write: 'write' }],
  [linkCommands, { read: 'read', write: 'write' }],
  [graphCommands, { read: 'read', write: 'write' }],
  [tagCommands, { read: 'read', write: 'write' }],
  [confidenceCommands, { read: 'read', write: 'write' }],
  [attachmentCommands, { read: 'read', write: 'write' }],
  [settingsCommands, { read: 'read', write: 'write' }],
  [endpointCommands, { read: 'read', write: 'write' }],
  [embeddingCommands, { read: 'read', write: 'write' }],
  [usageCommands, { read: 'read', write: 'write' }],
  [networkCommands, { read: 'read', write: 'write' }],
  // What thinks costs time and money, so writing here is starting work.
  [thinkingCommands, { read: 'read', write: 'jobs' }],
  [briefingCommands, { read: 'read', write: 'jobs' }],
  [orchestrateCommands, { read: 'read', write: 'jobs' }],
  [researchCommands, { read: 'read', write: 'jobs' }],
  [collectCommands, { read: 'read', write: 'jobs' }],
  [reflectionCommands, { read: 'read', write: 'jobs' }],
  [reviewCommands, { read: 'read', write: 'write' }],
  [jobCommands, { read: 'jobs', write: 'jobs' }],
  [scheduleCommands, { read: 'jobs', write: 'jobs' }],
]

/** Where what a command does is not what its area does. */
const exceptions: Partial<Record<CommandName, ApiScope>> = {
  'settle-contradiction': 'write',
  'delete-briefing': 'write',
  'restore-briefing': 'write',
  'update-collection': 'write',
  'settle-finding': 'write',
  'capture-finding': 'write',
}

/** Events carry what happens to thoughts, so following them is reading. */
export const eventScope: ApiScope = 'read'

/** The scope that a command needs; null for a command that no token reaches. */
export function scopeOf(name: CommandName): ApiScope | null {
  const area = areas.find(([commands]) => Object.hasOwn(commands, name))
  return area === undefined ? null : (exceptions[name] ?? area[1][contract[name].effect])
}

/** A further part of a write that was counted when it began is counted as reading, or no file above ten megabytes could be attached. */
const goingOn: readonly CommandName[] = ['append-attachment']

/** Which of the two allowances of a token a command uses up. */
export function allowanceOf(name: CommandName): 'read' | 'write' {
  return goingOn.includes(name) ? 'read' : contract[name].effect
}
