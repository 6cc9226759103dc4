import type { ThesisStage } from '../../../shared/entities'
import { stageSummary } from '../../base/first-words'
import { useItemFacts } from '../../base/item-facts'
import { openThought } from '../../base/open-thesis'
import { stageNames } from '../../base/thesis-view'
import { currentTime } from '../../ui/clock'
import { formatMoment } from '../../ui/format-time'
import { guessLanguage } from '../../ui/person-text'

const SUMMARY_LENGTH = 90

/** The margin of a thesis: the thought it came from, and how the stages argued. */
export function ThesisNotes({
  itemId,
  stages,
  onRead,
}: {
  itemId: string
  stages: readonly ThesisStage[]
  onRead: (stage: ThesisStage['stage']) => void
}) {
  const facts = useItemFacts((state) => state.facts[itemId])
  const argued = stages.filter((stage) => stage.text.trim() !== '')
  return (
    <aside className="notes" aria-label="Margin">
      <h2 className="sr">Margin</h2>
      {facts && !facts.gone && (
        <div className="note">
          <h3>From your thought</h3>
          {facts.opening !== '' && (
            <q dir="auto" lang={guessLanguage(facts.opening)}>
              {facts.opening}
            </q>
          )}
          <span className="from">
            <button type="button" className="link" onClick={() => openThought(itemId)}>
              Open the thought
            </button>
            {facts.createdAt !== null && `, ${formatMoment(facts.createdAt, currentTime())}`}
          </span>
        </div>
      )}
      {argued.length > 0 && (
        <div className="note">
          <h3>How it argued</h3>
          <ul>
            {argued.map((stage) => (
              <li key={stage.stage}>
                <button type="button" className="note-act" onClick={() => onRead(stage.stage)}>
                  {stageNames[stage.stage]}: <bdi>{stageSummary(stage.text, SUMMARY_LENGTH)}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </aside>
  )
}
