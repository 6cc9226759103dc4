export type StatusKind = 'run' | 'wait' | 'retry' | 'dead' | 'done' | 'cancel'

/** A status: its shape and its word. The pill form belongs beside a heading only. */
export function StatusDot({ kind, word, pill = false }: { kind: StatusKind; word: string; pill?: boolean }) {
  return (
    <span className={`st st-${kind === 'cancel' ? 'off' : kind}${pill ? ' pill' : ''}`}>
      <i aria-hidden="true" />
      {word}
    </span>
  )
}
