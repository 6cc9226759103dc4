import type { ThesisOutput } from '../../../shared/entities'
import { openThesis } from '../../base/open-thesis'
import { engineSentence } from '../../base/thesis-view'
import { currentTime } from '../../ui/clock'
import { formatMoment } from '../../ui/format-time'
import { GateComb, gateCountWords } from '../../ui/gate-comb'
import { guessLanguage } from '../../ui/person-text'
import { CitedText } from './cited-text'
import type { ThesisView } from './thinking-store'

/** The thesis that was finished before the newest run, in short: a run that is stopped or fails takes nothing away. */
export function EarlierThesis({ itemId, thesis, output }: { itemId: string; thesis: ThesisView; output: ThesisOutput }) {
  const gates = output.gates.map((gate) => gate.status)
  const { outputAt } = thesis
  return (
    <section className="think" aria-label="Earlier thesis">
      <div className="think-h">
        <h2>{outputAt === undefined ? 'Earlier thesis' : `Thesis from ${formatMoment(outputAt, currentTime())}`}</h2>
        <GateComb gates={gates} />
        <span className="crumb">{gateCountWords(gates)}</span>
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
