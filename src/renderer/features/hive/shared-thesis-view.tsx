import type { SharedThesis } from '../../../shared/hive-texts'
import { lensTitles } from '../../base/thesis-view'
import { Confidence } from '../../ui/confidence'
import { GateComb, gateCountWords } from '../../ui/gate-comb'
import { guessLanguage } from '../../ui/person-text'
import { ClaimList } from '../thinking/claim-list'
import { ReadinessTable } from '../thinking/readiness-table'

/** A thesis on its way between two vaults, as plain text: it cites nothing. `short` leaves the lists out. */
export function SharedThesisView({ thesis, heading }: { thesis: SharedThesis; heading: string }) {
  const gates = thesis.gates.map((gate) => gate.status)
  const lenses = thesis.lenses.map(({ lens, text }) => `${lensTitles[lens]}: ${text}`)
  return (
    <section className="hive-thesis" aria-label={heading}>
      <div className="think-h">
        <h2>{heading}</h2>
        <GateComb gates={gates} />
        <span className="crumb">{gateCountWords(gates)}</span>
      </div>
      <p className="claim" dir="auto" lang={guessLanguage(thesis.core)}>
        {thesis.core}
      </p>
      <p className="meta">
        {thesis.confidence && <Confidence of={thesis.confidence} />}
        <span>{thesis.made_by === 'model' ? 'Made with a model' : 'Built-in outline, no model'}</span>
      </p>
      {thesis.problem_statement !== undefined && (
        <p className="problem" dir="auto">
          {thesis.problem_statement}
        </p>
      )}
      <details className="hive-fold">
        <summary>All of the thesis</summary>
        <ReadinessTable gates={thesis.gates} sources={[]} />
        <ClaimList heading="Supporting arguments" texts={thesis.supporting_arguments} sources={[]} />
        <ClaimList heading="Sub-questions" texts={thesis.sub_questions} sources={[]} ordered />
        <ClaimList heading="Risks" texts={thesis.risks} sources={[]} />
        <ClaimList heading="Prior art" texts={thesis.prior_art} sources={[]} />
        <ClaimList heading="Open questions" texts={thesis.open_questions} sources={[]} />
        <ClaimList heading="Next steps" texts={thesis.next_steps} sources={[]} ordered />
        <ClaimList heading="Lenses" texts={lenses} sources={[]} />
      </details>
    </section>
  )
}
