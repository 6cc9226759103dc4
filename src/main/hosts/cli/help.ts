import { type CliCommand, type CliOption, globalOptions } from './define'
import { padWidth, wrapText } from './terminal-text'

const COLUMNS = 100

function optionLines(options: Record<string, CliOption>): string {
  const rows = Object.entries(options).map(([name, { short, value, about, choices, multiple }]) => {
    const names = `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`
    const more = [...(choices ? [`one of ${choices.join(', ')}`] : []), ...(multiple ? ['may be given more than once'] : [])]
    return [names, [about, ...more].join('; ')] as const
  })
  return table(rows)
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2
  return rows
    .map(([left, right]) => {
      const text = wrapText(right, COLUMNS - width - 2)
      return `  ${padWidth(left, width)}${text.split('\n').join(`\n${' '.repeat(width + 2)}`)}`
    })
    .join('\n')
}

/** What `cortexa --help` shows. */
export function generalHelp(commands: readonly CliCommand[]): string {
  return `Cortexa on the command line: talks to the running app, or to \`cortexa serve\`.

Usage: cortexa COMMAND [options]

${table(commands.map(({ name, summary }) => [name, summary]))}

Every command takes:
${optionLines(globalOptions)}

A thought or a job is named by its id, or by any beginning or end of it that only one has: lists show the
last eight letters. "-" reads it from standard input.

  cortexa capture "Bees dance to tell the way"
  cortexa search bees
  cortexa COMMAND --help       examples for a command
  cortexa demo                 shows in ten seconds that this installation works
`
}

/** What `cortexa NAME --help` shows. */
export function commandHelp(command: CliCommand): string {
  const { name, summary, usage, about, examples, options, json } = command
  const width = Math.max(...examples.map(([line]) => line.length))
  return [
    `${summary}.\n`,
    `Usage: cortexa ${name} ${usage}`.trimEnd(),
    ...(about ? ['', wrapText(about, COLUMNS)] : []),
    '',
    'Examples:',
    ...examples.map(([line, does]) => `  ${padWidth(line, width)}   ${does}`),
    ...(options ? ['', 'Options:', optionLines(options)] : []),
    '',
    'Every command takes:',
    optionLines(globalOptions),
    ...(json
      ? ['', wrapText(`--json writes ${json.form === 'lines' ? 'a line for each: ' : 'one document: '}${json.shape}.`, COLUMNS)]
      : []),
    '',
  ].join('\n')
}
