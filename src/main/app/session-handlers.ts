import { attachmentCommands } from '../features/attachments/attachment-commands'
import { upkeepCommands } from '../features/backups/upkeep-commands'
import { briefingCommands } from '../features/briefings/briefing-commands'
import { collectCommands } from '../features/collect/collect-commands'
import { embeddingCommands } from '../features/embeddings/embedding-commands'
import { graphCommands } from '../features/graph/graph-commands'
import { hiveCommands } from '../features/hive/hive-commands'
import { hiveInboxCommands } from '../features/hive/hive-inbox-commands'
import { confidenceCommands } from '../features/items/confidence-commands'
import { historyCommands } from '../features/items/history-commands'
import { itemCommands } from '../features/items/item-commands'
import { jobCommands } from '../features/jobs/job-commands'
import { linkCommands } from '../features/links/link-commands'
import { endpointCommands } from '../features/models/endpoint-commands'
import { piperCommands } from '../features/models/piper-commands'
import { networkCommands } from '../features/network/network-commands'
import { orchestrateCommands } from '../features/orchestrate/orchestrate-commands'
import { reflectionCommands } from '../features/reflections/reflection-commands'
import { reflectionItems } from '../features/reflections/reflection-items'
import { researchCommands } from '../features/research/research-commands'
import { reviewCommands } from '../features/review/review-commands'
import { scheduleCommands } from '../features/schedules/schedule-commands'
import { settingsCommands } from '../features/settings/settings-commands'
import { tagCommands } from '../features/tags/tag-commands'
import { thinkingCommands } from '../features/thinking/thinking-commands'
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
