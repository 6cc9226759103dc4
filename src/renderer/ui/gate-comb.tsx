import type { GateStatus } from '../../shared/entities'

/** "3 of 8 gates closed". */
export function gateCountWords(gates: readonly GateStatus[]): string {
  return `${gates.filter((gate) => gate === 'closed').length} of ${gates.length} gates closed`
}

/** Eight teeth in fixed gate order; a closed gate is tall, an open one a stub. */
export function GateComb({ gates, large = false }: { gates: readonly GateStatus[]; large?: boolean }) {
  return (
    <span className={`comb${large ? ' lg' : ''}`} role="img" aria-label={gateCountWords(gates)}>
      {gates.map((gate, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a gate is known by its place in the fixed order
        <i key={place} className={gate === 'closed' ? 'c' : ''} />
      ))}
    </span>
  )
}
