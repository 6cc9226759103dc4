import type { Gate, ThesisSource } from '../../../shared/entities'
import { gateTitles } from '../../../shared/gate-titles'
import { GateComb, gateCountWords } from '../../ui/gate-comb'
import { guessLanguage } from '../../ui/person-text'
import { CitedText } from './cited-text'

/** The eight gates in their fixed order: glyph and name, the reason, "Open" where something is still to do. */
export function ReadinessTable({ gates, sources }: { gates: readonly Gate[]; sources: readonly ThesisSource[] }) {
  const states = gates.map((gate) => gate.status)
  return (
    <section className="sec wide readiness">
      <h2>
        Readiness <span className="num">{gateCountWords(states)}</span>
        <span className="end">
          <GateComb gates={states} large />
        </span>
      </h2>
      <table className="gates">
        <caption className="sr">Readiness gates</caption>
        <tbody>
          {gates.map((gate) => (
            <tr key={gate.gate} className={gate.status === 'open' ? 'open' : undefined}>
              <th scope="row">
                <i aria-hidden="true" />
                {gateTitles[gate.gate]}
              </th>
              <td dir="auto" lang={guessLanguage(gate.reason)}>
                <CitedText text={gate.reason} sources={sources} />
              </td>
              <td className="s">{gate.status === 'open' ? 'Open' : <span className="sr">Closed</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
