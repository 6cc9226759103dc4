import type { ThesisConfidence } from '../../shared/entities'

export const confidenceWords: Record<ThesisConfidence, string> = {
  speculation: 'Speculation',
  'partially-vetted': 'Partially vetted',
  'well-researched': 'Well researched',
}
const notches: Record<ThesisConfidence, number> = { speculation: 1, 'partially-vetted': 2, 'well-researched': 3 }

/** Three notches and the word. */
export function Confidence({ of }: { of: ThesisConfidence }) {
  return (
    <span className={`conf conf-${notches[of]}`}>
      <i aria-hidden="true">
        <b />
      </i>
      {confidenceWords[of]}
    </span>
  )
}
