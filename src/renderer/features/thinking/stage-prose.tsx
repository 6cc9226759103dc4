import { useState } from 'react'
import type { ThesisSource, ThesisStage } from '../../../shared/entities'
import { stageNames } from '../../base/thesis-view'
import { Prose } from './prose'
import { isBroken, useThinking } from './thinking-store'

/** Texts up to this many characters are shown whole at once. */
const SHORT = 240

/** The prose of one stage: the one being written large and with a caret, an earlier one small and folded to its first lines. */
export function StageProse({ stage, sources }: { stage: ThesisStage; sources: readonly ThesisSource[] }) {
  const [whole, setWhole] = useState(false)
  const note = useThinking((state) => (stage.jobId === null ? undefined : state.notes[stage.jobId]))
  const live = stage.status === 'running'
  if (!live && stage.text.trim() === '') return null
  const long = !live && stage.text.length > SHORT
  return (
    <div className={live ? 'voice live' : 'voice old'} aria-live="off">
      <h3>
        {stageNames[stage.stage]}
        {isBroken(stage) && <span className="num">Unfinished</span>}
        {live && note && <span className="num">{note}</span>}
        {long && (
          <button type="button" className="link" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? 'Show less' : 'Show all'}
          </button>
        )}
      </h3>
      <div className={long && !whole ? 'folded' : undefined}>
        <Prose text={stage.text} sources={sources} live={live} />
      </div>
    </div>
  )
}
