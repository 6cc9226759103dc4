// Runs the app without a window and says how to use it: the part of `npm start` for a machine without a display.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { inProject, node24, projectEnvironment } from './project.mjs'
import { passSignalsTo, say } from './run-command.mjs'

/** Where the vault lies when no `--data` names a folder: the same folder that the window uses. */
export function defaultDataFolder(env = process.env, home = homedir()) {
  return env.CORTEXA_DATA || join(env.XDG_CONFIG_HOME || join(home, '.config'), 'Cortexa', 'vault')
}

/** The arguments for the headless program and the folder they mean. A vault is made only where none lies. */
export function headlessArguments(given, folderByDefault, hasVault) {
  const at = given.findIndex((word) => word === '--data' || word.startsWith('--data='))
  const word = given[at]
  const folder = resolve(at < 0 ? folderByDefault : word === '--data' ? (given[at + 1] ?? '') : word.slice('--data='.length))
  const isNew = !hasVault(folder)
  const args = [...(at < 0 ? ['--data', folder] : []), ...given]
  for (const flag of ['--create', '--print-recovery-key']) {
    if (isNew && !args.includes(flag)) args.push(flag)
  }
  return { args, folder, isNew }
}

/** What to type in another terminal once the program is ready. */
export function usage({ url, token }) {
  const call = (command, input) =>
    `  curl -sS ${url}/v1/commands/${command} -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${input}'`
  return [
    'Cortexa is ready. Type in another terminal, for example:',
    call('capture-item', '{"body":"A first thought"}'),
    call('list-items', '{}'),
    `  curl -sS ${url}/v1/contract -H 'Authorization: Bearer ${token}'    (all commands)`,
    'Ctrl+C locks the vault and ends Cortexa.',
  ].join('\n')
}

function introduce(folder, isNew) {
  say('There is no display here (DISPLAY and WAYLAND_DISPLAY are not set), so Cortexa runs without its window.')
  say(`The vault lies in ${folder}. To use another folder: npm start -- --data FOLDER`)
  const purpose = isNew ? 'There is no vault yet: choose a passphrase of at least 12 characters' : 'Type the passphrase of the vault'
  say(
    process.stdin.isTTY
      ? `${purpose} and press Enter. (It is shown while you type.)`
      : 'The passphrase is read from the first line of standard input.',
  )
}

/** Runs the built headless program until it ends; answers its exit code. */
export function runHeadless(given) {
  const { args, folder, isNew } = headlessArguments(given, defaultDataFolder(), (path) => existsSync(join(path, 'vault.hdr')))
  introduce(folder, isNew)
  const child = spawn(node24, [inProject('out', 'main', 'headless.js'), ...args], {
    env: projectEnvironment(),
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  const ignoreSignals = passSignalsTo(child)
  createInterface({ input: child.stdout }).on('line', (line) => {
    console.log(line) // As it is, for programs.
    try {
      const ready = JSON.parse(line)
      if (ready.ready === true) say(usage(ready))
    } catch {
      // Not the line that says it is ready, such as the help.
    }
  })
  return new Promise((done) => {
    child.on('error', () => done(1))
    child.on('close', (code) => {
      ignoreSignals()
      done(code ?? 1)
    })
  })
}
