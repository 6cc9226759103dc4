import type { ThesisOutput } from '../../../shared/entities'
import { openThesis } from '../../base/open-thesis'
import { engineSentence } from '../../base/thesis-view'
import { Button } from '../../ui/button'
import { GateComb, gateCountWords } from '../../ui/gate-comb'
import { guessLanguage } from '../../ui/person-text'
import { CitedText } from './cited-text'
import { startDeepThink, type ThesisView, useThinking } from './thinking-store'

/** A finished run on the item's page: comb, claim, and the way to the whole thesis. */
export function ThinkingDone({ itemId, thesis, output }: { itemId: string; thesis: ThesisView; output: ThesisOutput }) {
  const busy = useThinking((state) => state.busy[itemId])
  const gates = output.gates.map((gate) => gate.status)
  return (
    <section className="think" aria-label="Deep Think">
      <div className="think-h">
        <h2>Deep Think</h2>
        <GateComb gates={gates} />
        <span className="crumb">{gateCountWords(gates)}</span>
        <span className="end">
          <Button keys="D" busy={busy === 'start' ? 'Starting…' : undefined} onClick={() => void startDeepThink(itemId)}>
            Think again
          </Button>
        </span>
      </div>
      <p className="claim" dir="auto" lang={guessLanguage(output.core)}>
        <CitedText text={output.core} sources={output.sources} />
      </p>
      <p className="think-foot">
        <button type="button" className="link" onClick={() => openThesis(itemId)}>
          Read the whole thesis
        </button>
        <span>{engineSentence(thesis.engine)}</span>
      </p>
    </section>
  )
}
