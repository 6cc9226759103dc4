import { AppError } from '../../../shared/errors'
import { readArguments, splitCommand } from './arguments'
import { commands } from './command-table'
import { asFailure, createContext } from './context'
import { exitCode, exitForError } from './exit-codes'
import { Failure } from './failure'
import { commandHelp, generalHelp } from './help'
import type { Io } from './io'
import { jsonLine, safeText } from './terminal-text'

/** Runs one command line and gives its exit code. Never rejects. */
export async function runCli(io: Io): Promise<number> {
  const { name, rest } = splitCommand(io.argv)
  const wantsJson = io.argv.includes('--json')
  try {
    return await run(io, name, rest)
  } catch (error) {
    const { message, code, exit } = describe(asFailure(error))
    io.error(wantsJson ? jsonLine({ error: { code, message } }) : `cortexa: ${safeText(message)}\n`)
    return exit
  }
}

async function run(io: Io, name: string | undefined, rest: readonly string[]): Promise<number> {
  if (name === undefined || name === 'help') {
    const asked = name === 'help' ? rest.find((word) => !word.startsWith('-')) : undefined
    const command = commands.find((one) => one.name === asked)
    if (rest.includes('--version') && name === undefined) await io.out(`cortexa ${io.version}\n`)
    else if (command) await io.out(commandHelp(command))
    else if (asked !== undefined) throw unknown(asked)
    else if (name === 'help' || rest.includes('--help') || rest.includes('-h')) await io.out(generalHelp(commands))
    else {
      io.error(generalHelp(commands))
      return exitCode('usage')
    }
    return exitCode('done')
  }
  const command = commands.find((one) => one.name === name)
  if (command === undefined) throw unknown(name)
  const args = readArguments(command, rest)
  if (args.flag('help')) {
    await io.out(commandHelp(command))
    return exitCode('done')
  }
  const context = createContext(io, { data: args.text('data'), json: args.flag('json'), quiet: args.flag('quiet') })
  if (context.json && command.json === null) throw new Failure('usage', `"${name}" has no JSON form.`)
  try {
    return await command.run(context, args)
  } finally {
    context.close()
  }
}

function unknown(name: string): Failure {
  const near = commands.filter((one) => one.name.startsWith(name.slice(0, 3))).map((one) => one.name)
  const guess = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
  return new Failure('usage', `There is no command "${name}".${guess} See: cortexa --help`)
}

function describe(error: unknown): { message: string; code: string; exit: number } {
  if (error instanceof Failure) return { message: error.message, code: error.code, exit: error.exit }
  if (error instanceof AppError) return { message: error.message, code: error.code, exit: exitCode(exitForError(error.code)) }
  const code = (error as NodeJS.ErrnoException | null)?.code
  return {
    message: `Something unforeseen went wrong (${typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown'}). Look whether it was done, then try again; \`cortexa doctor\` may tell more.`,
    code: typeof code === 'string' ? code : 'INTERNAL',
    exit: exitCode('failed'),
  }
}
