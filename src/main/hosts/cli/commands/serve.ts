import { askPassphrase } from '../ask-passphrase'
import type { CliCommand } from '../define'
import { Failure } from '../failure'
import { startHeadless } from '../start-headless'

export const serveCommand: CliCommand = {
  name: 'serve',
  summary: 'Open the vault without a window, for programs on this computer',
  usage: '[--create] [--http [--port N]]',
  about:
    'Asks for the passphrase, or takes the first line of standard input. Then the other commands work, until Ctrl+C locks the vault. There is no HTTP unless asked for; then an address and a token are written as one line of JSON.',
  examples: [
    ['cortexa serve', 'asks for the passphrase, and serves the other commands'],
    ['cortexa serve --create --data ~/second-vault', 'makes a vault first, and shows its recovery key once'],
    ['cortexa serve --http --port 4700', 'for programs that speak HTTP, too'],
  ],
  options: {
    create: { type: 'boolean', about: 'make a vault if the folder has none' },
    http: { type: 'boolean', about: 'also serve HTTP on this computer, and write its address and token' },
    port: { type: 'string', value: 'N', about: 'the port for HTTP; without it the system chooses one' },
  },
  words: { min: 0, max: 0 },
  json: { form: 'document', shape: '{"ready":true,"socket","dataDir"}, and "url" and "token" with --http, as soon as it is ready' },
  async run(context, args) {
    const { io } = context
    const port = args.count('port', { min: 1, max: 65_535 })
    if (port !== undefined && !args.flag('http')) throw new Failure('usage', '--port belongs to --http.')
    let passphrase: string | null = null
    if (io.stdin.isTTY) {
      passphrase = await askPassphrase(io, args.flag('create') ? 'Passphrase of the vault, or for a new one: ' : 'Passphrase: ')
      if (args.flag('create') && (await askPassphrase(io, 'Once more: ')) !== passphrase)
        throw new Failure('usage', 'The two were not the same. Nothing was changed.')
    }
    const headless = startHeadless(io, [
      ...['--data', context.dataDir],
      ...(args.flag('create') ? ['--create', '--print-recovery-key'] : []),
      ...(args.flag('http') ? [] : ['--socket-only']),
      ...(context.json ? ['--json'] : []),
      ...(port === undefined ? [] : ['--port', String(port)]),
    ])
    const { child } = headless
    if (passphrase === null) io.stdin.pipe(child.stdin ?? process.stdout)
    else child.stdin?.end(`${passphrase}\n`)
    const stopListening = io.interrupts.listen(() => void child.kill('SIGTERM'))
    const ready = await headless.ready
    if (ready !== null) {
      if (context.json || args.flag('http')) await io.out(`${headless.line()}\n`)
      context.note(`The vault in ${context.dataDir} is open for the cortexa command. Ctrl+C locks it and ends.`)
    }
    const code = await headless.ended
    stopListening()
    return code
  },
}
