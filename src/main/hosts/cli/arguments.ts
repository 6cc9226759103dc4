import { parseArgs } from 'node:util'
import { type CliCommand, globalOptions } from './define'
import { Failure } from './failure'

/** What stands on the command line, checked against the command's own table. */
export interface Args {
  words: readonly string[]
  flag(name: string): boolean
  text(name: string): string | undefined
  list(name: string): readonly string[]
  /** A whole number between two bounds. */
  count(name: string, bounds: { min: number; max: number }): number | undefined
}

/** The name of the command: the first word that is not the value of a global option. The rest keeps its order. */
export function splitCommand(argv: readonly string[]): { name: string | undefined; rest: string[] } {
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    if (word === '--data') at += 1
    else if (!word.startsWith('-') || word === '-') return { name: word, rest: argv.filter((_, i) => i !== at) }
    else if (word === '--') break
  }
  return { name: undefined, rest: [...argv] }
}

/** A number below zero after an option is its value, not an option: what checks the value says what is wrong with it. */
function joinNegatives(argv: readonly string[], options: CliCommand['options']): string[] {
  const takesValue = Object.entries(options ?? {}).flatMap(([name, { type, short }]) =>
    type === 'string' ? [`--${name}`, ...(short ? [`-${short}`] : [])] : [],
  )
  const joined: string[] = []
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    if (word === '--') return [...joined, ...argv.slice(at)]
    const next = argv[at + 1] ?? ''
    if (takesValue.includes(word) && /^-\d/.test(next)) {
      joined.push(word.startsWith('--') ? `${word}=${next}` : `${word}${next}`)
      at += 1
    } else joined.push(word)
  }
  return joined
}

/** Reads the words after the name of a command. Throws Failure with what is wrong. */
export function readArguments(command: CliCommand, argv: readonly string[]): Args {
  const options = { ...globalOptions, ...command.options }
  const hint = `See: cortexa ${command.name} --help`
  let parsed: { values: Record<string, unknown>; positionals: string[] }
  try {
    parsed = parseArgs({
      args: joinNegatives(argv, options),
      strict: true,
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, { type, short, multiple }]) => [
          name,
          { type, multiple: multiple ?? false, ...(short ? { short } : {}) },
        ]),
      ),
    })
  } catch (error) {
    const [sentence] = error instanceof Error ? error.message.split(/\. |\n/) : ['']
    throw new Failure('usage', `${(sentence ?? '').replace(/\.+$/, '')}. ${hint}`)
  }
  const { values, positionals: words } = parsed
  const { min, max } = command.words
  if (values.help !== true) {
    if (words.length < min)
      throw new Failure('usage', `Something is missing; the form is "cortexa ${command.name} ${command.usage}". ${hint}`)
    if (words.length > max) throw new Failure('usage', `There is a word too many: "${words[max]}". ${hint}`)
    for (const [name, { choices }] of Object.entries(options)) {
      const value = values[name]
      if (choices && typeof value === 'string' && !choices.includes(value))
        throw new Failure('usage', `--${name} takes one of ${choices.join(', ')}. ${hint}`)
    }
  }
  return {
    words,
    flag: (name) => values[name] === true,
    text(name) {
      const value = values[name]
      return typeof value === 'string' ? value : undefined
    },
    list(name) {
      const value = values[name]
      return Array.isArray(value) ? value.map(String) : []
    },
    count(name, bounds) {
      const value = values[name]
      if (value === undefined) return undefined
      const number = /^\d{1,9}$/.test(String(value)) ? Number(value) : Number.NaN
      if (!(number >= bounds.min && number <= bounds.max))
        throw new Failure('usage', `--${name} takes a whole number from ${bounds.min} to ${bounds.max}. ${hint}`)
      return number
    },
  }
}
