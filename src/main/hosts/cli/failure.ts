import { type ExitName, exitCode } from './exit-codes'

/** Ends the command with a sentence and an exit code. */
export class Failure extends Error {
  readonly exit: number
  /** For programs, in the JSON form of the error. */
  readonly code: string

  constructor(exit: ExitName, message: string, code: string = exit) {
    super(message)
    this.name = 'Failure'
    this.exit = exitCode(exit)
    this.code = code
  }
}
