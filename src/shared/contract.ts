import type { z } from 'zod'
import { attachmentCommands } from './contract/attachments'
import { briefingCommands } from './contract/briefings'
import { collectCommands } from './contract/collect'
import { confidenceCommands } from './contract/confidence'
import { embeddingCommands, endpointCommands } from './contract/endpoints'
import { graphCommands } from './contract/graph'
import { historyCommands } from './contract/history'
import { hiveCommands } from './contract/hive'
import { httpApiCommands } from './contract/http-api'
import { itemCommands } from './contract/items'
import { jobCommands } from './contract/jobs'
import { linkCommands } from './contract/links'
import { networkCommands } from './contract/network'
import { orchestrateCommands } from './contract/orchestrate'
import { piperCommands } from './contract/piper'
import { reflectionCommands } from './contract/reflections'
import { researchCommands } from './contract/research'
import { reviewCommands } from './contract/review'
import { scheduleCommands } from './contract/schedules'
import { searchCommands } from './contract/search'
import { settingsCommands } from './contract/settings'
import { tagCommands } from './contract/tags'
import { telegramCommands } from './contract/telegram'
import { thinkingCommands } from './contract/thinking'
import { upkeepCommands } from './contract/upkeep'
import { usageCommands } from './contract/usage'
import { vaultCommands } from './contract/vault'

/** The contract: every command of the product. Nothing else defines an API. */
export const contract = {
  ...vaultCommands,
  ...itemCommands,
  ...historyCommands,
  ...linkCommands,
  ...graphCommands,
  ...tagCommands,
  ...confidenceCommands,
  ...searchCommands,
  ...attachmentCommands,
  ...thinkingCommands,
  ...telegramCommands,
  ...briefingCommands,
  ...piperCommands,
  ...orchestrateCommands,
  ...jobCommands,
  ...settingsCommands,
  ...endpointCommands,
  ...embeddingCommands,
  ...usageCommands,
  ...upkeepCommands,
  ...networkCommands,
  ...httpApiCommands,
  ...scheduleCommands,
  ...researchCommands,
  ...reflectionCommands,
  ...reviewCommands,
  ...collectCommands,
  ...hiveCommands,
}

export type Contract = typeof contract
export type CommandName = keyof Contract
export type CommandInput<N extends CommandName> = z.input<Contract[N]['input']>
/** The input after parsing, as a handler gets it. */
export type ParsedInput<N extends CommandName> = z.output<Contract[N]['input']>
export type CommandOutput<N extends CommandName> = z.output<Contract[N]['output']>

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(contract, name)
}
