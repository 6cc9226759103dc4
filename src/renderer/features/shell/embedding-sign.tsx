import { Waypoints } from 'lucide-react'
import { Icon } from '../../ui/icon'
import { useEmbedding } from '../models/embedding-store'
import { progressWords } from '../models/embedding-words'
import { ProgressBar } from '../models/progress-bar'
import { openSettings } from '../settings/open-section'

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
