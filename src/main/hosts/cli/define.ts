import type { Args } from './arguments'
import type { Context } from './context'

export interface CliOption {
  type: 'string' | 'boolean'
  short?: string
  multiple?: boolean
  /** What stands for the value in the help, such as FILE. */
  value?: string
  choices?: readonly string[]
  /** The value names a file or a folder; for completion. */
  isPath?: boolean
  about: string
}

/**
 * One command of the command line. Help, completion and docs/cli.md are made of this, or compared with it.
 */
export interface CliCommand {
  name: string
  /** One line. */
  summary: string
  /** What follows the name, such as `ID [--wait]`. */
  usage: string
  /** More to know, in paragraphs. */
  about?: string
  /** Command lines that work, each with what it does. */
  examples: readonly (readonly [command: string, does: string])[]
  options?: Record<string, CliOption>
  /** How many words may follow. */
  words: { min: number; max: number }
  /** What --json writes: one document, a line for each thing, or nothing, and its shape in words. */
  json: { form: 'document' | 'lines'; shape: string } | null
  /** Gives the exit code. */
  run(context: Context, args: Args): Promise<number>
}

export const globalOptions: Record<string, CliOption> = {
  data: { type: 'string', value: 'DIR', isPath: true, about: 'the data folder of the vault (otherwise CORTEXA_DATA, or the usual one)' },
  json: { type: 'boolean', about: 'write JSON for programs' },
  quiet: { type: 'boolean', short: 'q', about: 'say nothing on standard error but errors' },
  help: { type: 'boolean', short: 'h', about: 'show help' },
}
