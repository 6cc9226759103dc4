import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface HeadlessArguments {
  dataDir: string
  create: boolean
  port: number
  printRecoveryKey: boolean
  /** No HTTP, only the socket of the data folder. */
  socketOnly: boolean
  /** A vault of its own in a folder for temporary files, gone at the end. There is no other data folder then. */
  throwAway: boolean
  /** Errors as JSON, for programs. */
  json: boolean
}

export const headlessHelp = `Cortexa without a window: serves the vault of a folder to programs on this computer.

  node out/main/headless.js --data DIR [--create] [--port N] [--print-recovery-key] < PASSPHRASE

The passphrase is the first line of standard input. When the vault is open, one line is written to standard output:
  {"ready":true,"url":"http://127.0.0.1:PORT","token":"...","socket":"...","dataDir":"..."}
The cortexa command uses the socket; other programs use the address with the token. Everything else goes to standard error. SIGTERM and SIGINT lock the vault and end the program.

  --data DIR             the folder of the vault
  --create               make a vault if the folder has none; one that is there is opened
  --socket-only          no HTTP: the cortexa command alone can reach the vault, and the line has no address and no token
  --throw-away           without --data: a vault for trying out, in a folder for temporary files, with a key that is cheap to make;
                         it is removed at the end
  --port N               the port to listen on, 1 to 65535; without it the system chooses one
  --print-recovery-key   with --create: write the new recovery key to standard error, once
  --json                 errors on standard error as {"error":{"code","message"}}
  --help                 this text

Exit codes
   0  ended as asked
   1  something else went wrong
   2  the command line or the passphrase to create with cannot be used
  10  the passphrase is wrong, or too many wrong ones were tried
  11  another program has the vault open
  13  there is no vault in the folder, and --create was not given
  14  the vault is damaged or from a newer version
`

/** Reads the command line. Answers `help`, the arguments, or a sentence that says what is wrong with it. */
export function readHeadlessArguments(argv: readonly string[]): 'help' | HeadlessArguments | { problem: string } {
  let values: {
    data?: string
    create?: boolean
    port?: string
    'print-recovery-key'?: boolean
    'socket-only'?: boolean
    'throw-away'?: boolean
    json?: boolean
    help?: boolean
  }
  try {
    values = parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: false,
      options: {
        data: { type: 'string' },
        create: { type: 'boolean' },
        port: { type: 'string' },
        'print-recovery-key': { type: 'boolean' },
        'socket-only': { type: 'boolean' },
        'throw-away': { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values
  } catch {
    return { problem: 'This command line has an option that is not known or lacks its value.' }
  }
  if (values.help) return 'help'
  const json = values.json ?? false
  if (values['throw-away']) {
    if (values.data !== undefined || values.port !== undefined)
      return { problem: 'A throw-away vault has no folder and no port of its own.' }
    return { dataDir: '', create: true, port: 0, printRecoveryKey: false, socketOnly: true, throwAway: true, json }
  }
  if (!values.data || values.data.includes('\0')) return { problem: 'Say which folder the vault is in: --data DIR.' }
  const port = values.port ?? '0'
  const given = values.port !== undefined
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535 || (given && Number(port) === 0)) {
    return { problem: 'The port must be a whole number from 1 to 65535.' }
  }
  return {
    dataDir: resolve(values.data),
    create: values.create ?? false,
    port: Number(port),
    printRecoveryKey: values['print-recovery-key'] ?? false,
    socketOnly: values['socket-only'] ?? false,
    throwAway: false,
    json,
  }
}
