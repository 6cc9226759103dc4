import { attachmentCommands } from './commands/attachment-commands'
import { briefingCommands } from './commands/briefing-commands'
import { collectCommands } from './commands/collect-commands'
import { confidenceCommands } from './commands/confidence-commands'
import { embeddingCommands } from './commands/embedding-commands'
import { endpointCommands } from './commands/endpoint-commands'
import { graphCommands } from './commands/graph-commands'
import { historyCommands } from './commands/history-commands'
import { hiveCommands } from './commands/hive-commands'
import { hiveInboxCommands } from './commands/hive-inbox-commands'
import { itemCommands } from './commands/item-commands'
import { jobCommands } from './commands/job-commands'
import { linkCommands } from './commands/link-commands'
import { networkCommands } from './commands/network-commands'
import { orchestrateCommands } from './commands/orchestrate-commands'
import { piperCommands } from './commands/piper-commands'
import { reflectionCommands } from './commands/reflection-commands'
import { reflectionItems } from './commands/reflection-items'
import { researchCommands } from './commands/research-commands'
import { reviewCommands } from './commands/review-commands'
import { scheduleCommands } from './commands/schedule-commands'
import { settingsCommands } from './commands/settings-commands'
import { tagCommands } from './commands/tag-commands'
import { thinkingCommands } from './commands/thinking-commands'
import { upkeepCommands } from './commands/upkeep-commands'
import type { Session } from './session'

/** The handlers of all commands that need an open vault. `current` throws VAULT_LOCKED when there is none. A new area of commands joins here. */
export function sessionHandlers(current: () => Session) {
  return {
    ...itemCommands(current),
    ...historyCommands(current),
    ...attachmentCommands(current),
    ...linkCommands(current),
    ...graphCommands(current),
    ...tagCommands(current),
    ...confidenceCommands(current),
    ...thinkingCommands(current),
    ...briefingCommands(current),
    ...piperCommands(current),
    ...orchestrateCommands(current),
    ...jobCommands(current),
    ...settingsCommands(current),
    ...endpointCommands(current),
    ...embeddingCommands(current),
    ...networkCommands(current),
    ...collectCommands(current),
    ...scheduleCommands(current),
    ...researchCommands(current),
    ...hiveCommands(current),
    ...hiveInboxCommands(current),
    ...upkeepCommands(current),
    ...reflectionCommands(current),
    ...reflectionItems(current),
    ...reviewCommands(current),
  }
}
