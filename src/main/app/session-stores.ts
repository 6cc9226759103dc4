import { randomBytes } from 'node:crypto'
import type { VaultKeys } from '../core/crypto/key-ring'
import { createSecretBox } from '../core/crypto/secret-box'
import type { VaultDatabase } from '../core/db/open-database'
import { gateOf } from '../core/jobs/gates'
import { parseCapabilities } from '../core/llm/capability-ladder'
import { createEventLog } from '../core/queue/event-log'
import { createJobStore } from '../core/queue/job-store'
import { createTextIndex } from '../core/search/text-index'
import { createVectorStore } from '../core/search/vector-store'
import { createSettingsStore } from '../core/settings/settings-store'
import { createApiTokenStore } from '../features/api-access/api-token-store'
import { createAttachmentStore } from '../features/attachments/attachment-store'
import { createBriefingPartStore } from '../features/briefings/briefing-part-store'
import { createBriefingScopeStore } from '../features/briefings/briefing-scope-store'
import { createBriefingStore } from '../features/briefings/briefing-store'
import { createCollectProposalStore } from '../features/collect/collect-proposal-store'
import { createCollectRunStore } from '../features/collect/collect-run-store'
import { createCollectionStore } from '../features/collect/collection-store'
import { createEmbeddingChangeStore } from '../features/embeddings/embedding-change-store'
import { createEmbeddingCoverageStore } from '../features/embeddings/embedding-coverage-store'
import { createGraphStore } from '../features/graph/graph-store'
import { createCrossSynthesisStore } from '../features/hive/cross-synthesis-store'
import { createHiveIdentityStore } from '../features/hive/hive-identity-store'
import { createHiveInboxStore } from '../features/hive/hive-inbox-store'
import { createHivePeerStore } from '../features/hive/hive-peer-store'
import { createHiveShareStore } from '../features/hive/hive-share-store'
import { createConfidenceStore } from '../features/items/confidence-store'
import { createIdStore } from '../features/items/id-store'
import { createItemListStore } from '../features/items/item-list-store'
import { createItemStore } from '../features/items/item-store'
import { createTagStore } from '../features/items/tag-store'
import { createVersionStore } from '../features/items/version-store'
import { createLinkStore } from '../features/links/link-store'
import { createTitleStore } from '../features/links/title-store'
import { createWikilinkStore } from '../features/links/wikilink-store'
import { createCapabilityStore } from '../features/models/capability-store'
import { createEndpointStore } from '../features/models/endpoint-store'
import { createEgressStore } from '../features/network/egress-store'
import { createSearchEngineStore } from '../features/network/search-engine-store'
import { createOrchestrationStore } from '../features/orchestrate/orchestration-store'
import { createReflectionStore } from '../features/reflections/reflection-store'
import { createResearchStore } from '../features/research/research-store'
import { createReviewStore } from '../features/review/review-store'
import { createScheduleStore } from '../features/schedules/schedule-store'
import { createTagListStore } from '../features/tags/tag-list-store'
import { createTelegramStore } from '../features/telegram/telegram-store'
import { createDigestStore } from '../features/thinking/digest-store'
import { createThesisStore } from '../features/thinking/thesis-store'

export type SessionStores = ReturnType<typeof createSessionStores>

/** What reads and writes the open vault, one for each family of tables. */
export function createSessionStores(db: VaultDatabase, keys: VaultKeys) {
  const secrets = createSecretBox(keys.secrets, randomBytes)
  return {
    settings: createSettingsStore(db),
    apiTokens: createApiTokenStore(db),
    schedules: createScheduleStore(db),
    endpoints: createEndpointStore(db, secrets),
    searchEngines: createSearchEngineStore(db, secrets),
    egress: createEgressStore(db),
    telegram: createTelegramStore(db, secrets),
    ladder: createCapabilityStore(db, parseCapabilities),
    events: createEventLog(db),
    jobs: createJobStore(db, gateOf),
    items: createItemStore(db),
    ids: createIdStore(db),
    versions: createVersionStore(db),
    attachments: createAttachmentStore(db),
    itemLists: createItemListStore(db),
    tags: createTagStore(db),
    tagList: createTagListStore(db),
    confidence: createConfidenceStore(db),
    links: createLinkStore(db),
    graph: createGraphStore(db),
    titles: createTitleStore(db),
    wikilinks: createWikilinkStore(db),
    theses: createThesisStore(db),
    orchestrations: createOrchestrationStore(db),
    briefings: createBriefingStore(db),
    briefingScopes: createBriefingScopeStore(db),
    briefingParts: createBriefingPartStore(db),
    researchRuns: createResearchStore(db),
    reflections: createReflectionStore(db),
    review: createReviewStore(db),
    digests: createDigestStore(db),
    textIndex: createTextIndex(db),
    vectors: createVectorStore(db),
    coverage: createEmbeddingCoverageStore(db),
    changes: createEmbeddingChangeStore(db),
    hiveIdentity: createHiveIdentityStore(db, secrets),
    hivePeers: createHivePeerStore(db),
    hiveShares: createHiveShareStore(db),
    hiveInbox: createHiveInboxStore(db),
    crossSyntheses: createCrossSynthesisStore(db),
    collections: createCollectionStore(db),
    collectRuns: createCollectRunStore(db),
    collectProposals: createCollectProposalStore(db),
  }
}
