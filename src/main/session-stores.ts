import { randomBytes } from 'node:crypto'
import type { VaultDatabase } from './db/open-database'
import { parseCapabilities } from './llm/capability-ladder'
import { createEventLog } from './queue/event-log'
import { createJobStore } from './queue/job-store'
import { createTextIndex } from './search/text-index'
import { createVectorStore } from './search/vector-store'
import { createApiTokenStore } from './vault/api-token-store'
import { createAttachmentStore } from './vault/attachment-store'
import { createBriefingPartStore } from './vault/briefing-part-store'
import { createBriefingScopeStore } from './vault/briefing-scope-store'
import { createBriefingStore } from './vault/briefing-store'
import { createCapabilityStore } from './vault/capability-store'
import { createCollectProposalStore } from './vault/collect-proposal-store'
import { createCollectRunStore } from './vault/collect-run-store'
import { createCollectionStore } from './vault/collection-store'
import { createConfidenceStore } from './vault/confidence-store'
import { createCrossSynthesisStore } from './vault/cross-synthesis-store'
import { createDigestStore } from './vault/digest-store'
import { createEgressStore } from './vault/egress-store'
import { createEmbeddingChangeStore } from './vault/embedding-change-store'
import { createEmbeddingCoverageStore } from './vault/embedding-coverage-store'
import { createEndpointStore } from './vault/endpoint-store'
import { createGraphStore } from './vault/graph-store'
import { createHiveIdentityStore } from './vault/hive-identity-store'
import { createHiveInboxStore } from './vault/hive-inbox-store'
import { createHivePeerStore } from './vault/hive-peer-store'
import { createHiveShareStore } from './vault/hive-share-store'
import { createIdStore } from './vault/id-store'
import { createItemListStore } from './vault/item-list-store'
import { createItemStore } from './vault/item-store'
import type { VaultKeys } from './vault/key-ring'
import { createLinkStore } from './vault/link-store'
import { createOrchestrationStore } from './vault/orchestration-store'
import { createReflectionStore } from './vault/reflection-store'
import { createResearchStore } from './vault/research-store'
import { createReviewStore } from './vault/review-store'
import { createScheduleStore } from './vault/schedule-store'
import { createSearchEngineStore } from './vault/search-engine-store'
import { createSecretBox } from './vault/secret-box'
import { createSettingsStore } from './vault/settings-store'
import { createTagListStore } from './vault/tag-list-store'
import { createTagStore } from './vault/tag-store'
import { createTelegramStore } from './vault/telegram-store'
import { createThesisStore } from './vault/thesis-store'
import { createTitleStore } from './vault/title-store'
import { createVersionStore } from './vault/version-store'
import { createWikilinkStore } from './vault/wikilink-store'

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
    jobs: createJobStore(db),
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
