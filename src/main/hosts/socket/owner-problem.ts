/** Why there is no owner to talk to. */
export type OwnerProblemKind = 'not-running' | 'other-version' | 'busy' | 'unsafe' | 'connection-lost'

/** A program could not reach the process that owns the vault. The message is for people. */
export class OwnerProblem extends Error {
  readonly kind: OwnerProblemKind

  constructor(kind: OwnerProblemKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'OwnerProblem'
    this.kind = kind
  }
}
