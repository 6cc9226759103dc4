import { type CliCommand, globalOptions } from '../define'
import { exitCode } from '../exit-codes'
import { Failure } from '../failure'

const shells = ['bash', 'zsh', 'fish'] as const

const optionsOf = (command: CliCommand) => Object.entries({ ...command.options, ...globalOptions })
/** In single quotes, for all three shells. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function bash(commands: readonly CliCommand[]): string {
  const cases = commands.map((command) => {
    const names = optionsOf(command).flatMap(([name, { short }]) => [`--${name}`, ...(short ? [`-${short}`] : [])])
    return `    ${command.name}) words=${quoted(names.join(' '))} ;;`
  })
  const values = new Map<string, string>()
  for (const command of commands) {
    for (const [name, { choices, isPath, type }] of optionsOf(command)) {
      if (type === 'boolean') continue
      const act = choices
        ? `COMPREPLY=($(compgen -W ${quoted(choices.join(' '))} -- "$current")); return`
        : isPath
          ? 'compopt -o default; return'
          : 'return'
      values.set(`${command.name}:--${name}`, act)
    }
  }
  return `# cortexa for bash: source <(cortexa completion bash)
_cortexa() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" words="" word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) command="$word"; break ;; esac
  done
  case "$command:$previous" in
${[...values].map(([key, act]) => `    ${quoted(key)}) ${act} ;;`).join('\n')}
  esac
  case "$command" in
    '') words=${quoted([...commands.map(({ name }) => name), '--help', '--version'].join(' '))} ;;
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _cortexa cortexa
`
}

function zsh(commands: readonly CliCommand[]): string {
  const bracket = (text: string) => text.replace(/[[\]:\\]/g, '\\$&')
  const cases = commands.map((command) => {
    const specs = optionsOf(command).map(([name, { about, type, value, choices, isPath, multiple }]) => {
      const act = type === 'boolean' ? '' : `:${value ?? 'value'}:${choices ? `(${choices.join(' ')})` : isPath ? '_files' : ''}`
      return quoted(`${multiple ? '*' : ''}--${name}[${bracket(about)}]${act}`)
    })
    return `    ${command.name}) _arguments ${[...specs, quoted('*:word:_files')].join(' ')} ;;`
  })
  return `#compdef cortexa
# cortexa for zsh: source <(cortexa completion zsh)
_cortexa() {
  local -a names
  if (( CURRENT == 2 )); then
    names=(${commands.map(({ name, summary }) => quoted(`${name}:${bracket(summary)}`)).join(' ')})
    _describe command names
    return
  fi
  local name="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$name" in
${cases.join('\n')}
  esac
}
compdef _cortexa cortexa
`
}

function fish(commands: readonly CliCommand[]): string {
  const names = commands.map(({ name, summary }) => `complete -c cortexa -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`)
  const options = commands.flatMap((command) =>
    optionsOf(command).map(([name, { short, about, type, choices, isPath }]) => {
      const value = type === 'boolean' ? '' : choices ? ` -x -a ${quoted(choices.join(' '))}` : isPath ? ' -r -F' : ' -x'
      return `complete -c cortexa -n '__fish_seen_subcommand_from ${command.name}' -l ${name}${short ? ` -s ${short}` : ''}${value} -d ${quoted(about)}`
    }),
  )
  return `# cortexa for fish: cortexa completion fish | source\n${[...names, ...options].join('\n')}\n`
}

/** `commands` gives the whole table, of which this is a part. */
export function completionCommand(commands: () => readonly CliCommand[]): CliCommand {
  return {
    name: 'completion',
    summary: 'Write what makes a shell complete this command',
    usage: 'bash | zsh | fish',
    examples: [
      ['source <(cortexa completion bash)', 'for this bash; in ~/.bashrc for every one'],
      ['source <(cortexa completion zsh)', 'the same for zsh'],
      ['cortexa completion fish | source', 'the same for fish'],
    ],
    words: { min: 1, max: 1 },
    json: null,
    async run({ io }, { words: [shell] }) {
      const write = { bash, zsh, fish }[shell as (typeof shells)[number]]
      if (!Object.hasOwn({ bash, zsh, fish }, shell ?? '')) throw new Failure('usage', `There is a completion for ${shells.join(', ')}.`)
      await io.out(write(commands()))
      return exitCode('done')
    },
  }
}
