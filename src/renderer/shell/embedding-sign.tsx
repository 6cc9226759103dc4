import { Waypoints } from 'lucide-react'
import { openSettings } from '../base/open-section'
import { useEmbedding } from '../features/models/embedding-store'
import { progressWords } from '../features/models/embedding-words'
import { Icon } from '../ui/icon'
import { ProgressBar } from '../ui/progress-bar'

/** At the foot of the places while the embeddings are changed to another model: how far it is. Leads to Settings. */
export function EmbeddingSign() {
  const change = useEmbedding(({ state }) => state?.change)
  if (!change) return null
  const { done, total, secondsLeft, waitingFor, toModel } = change
  const words = progressWords(done, total, waitingFor === null ? secondsLeft : null)
  return (
    <button
      type="button"
      className="embedding-sign"
      title={`Changing the embeddings to ${toModel}: ${waitingFor ?? words}`}
      onClick={() => openSettings('roles')}
    >
      <span className="place sign-name">
        <Icon of={Waypoints} />
        <span>{waitingFor === null ? 'Changing embeddings' : 'Embeddings wait'}</span>
      </span>
      <ProgressBar label="Change of the embeddings" done={done} total={total} live={waitingFor === null} />
      <span className="sign-words num">{words}</span>
    </button>
  )
}
