// Writes THIRD-PARTY-NOTICES.txt: every package that the app ships, with its licence text, taken from node_modules.
// With --check it writes nothing and fails when the file is not what it would write.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject, readJson } from './project.mjs'
import { runMain, SetupError, say } from './run-command.mjs'

const noticesFile = inProject('THIRD-PARTY-NOTICES.txt')
const licenceFile = /^(licen[cs]e|copying|notice)(\.|-|$)/i
const rule = '-'.repeat(80)

const heading = `Third-party software in Cortexa
===============================

Cortexa itself is under the MIT licence (see LICENSE). The app contains or uses the packages below. A packaged build also
contains Electron (MIT) with Chromium and Node.js; their notices lie beside the program as LICENSE and
LICENSES.chromium.html.

@echogarden/espeak-ng-emscripten, the built-in voice, is under GPL-3.0. It is an optional package that is loaded at run time
and is no part of Cortexa's own source; docs/decisions/0002-offline-voice-licence.md says what that means for a packaged
build.

Contained in a package and not named by its licence file: SQLite (public domain) and SQLite3 Multiple Ciphers (MIT) in
better-sqlite3-multiple-ciphers; hnswlib (Apache-2.0) in hnswlib-node; PDF.js (Apache-2.0, Mozilla) in unpdf.

This file is generated: npm run notices.
`

/** The shipped packages of a lock file: path below the project, name, version and licence name; no development tools. */
function shippedPackages(lock) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && !entry.dev && !entry.devOptional && !entry.os && !entry.cpu)
    .map(([path, { name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), version, license }]) => ({
      path,
      name,
      version,
      licence: license ?? 'see its licence text',
    }))
    .sort((a, b) => (a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1))
}

function licenceText(folder) {
  const files = readdirSync(folder)
    .filter((name) => licenceFile.test(name))
    .sort()
  const texts = files.map((name) =>
    readFileSync(join(folder, name), 'utf8')
      .replaceAll('\r\n', '\n')
      .replace(/[ \t]+$/gm, '')
      .trim(),
  )
  return texts.join('\n\n')
}

/** The whole text. Packages with the same licence text stand together above it. */
function noticesText(packages, textOf) {
  const groups = new Map()
  for (const one of packages) {
    const text = textOf(one) || `This package brings no licence text; it declares: ${one.licence}.`
    groups.set(text, [...(groups.get(text) ?? []), one])
  }
  const sections = [...groups].map(([text, members]) => {
    const names = members.map(({ name, version, licence }) => `${name} ${version} (${licence})`)
    return `${rule}\n${[...new Set(names)].join('\n')}\n${rule}\n\n${text}\n`
  })
  return `${heading}\n${sections.join('\n')}`
}

await runMain(() => {
  const packages = shippedPackages(readJson(inProject('package-lock.json')))
  const absent = packages.filter(({ path }) => !existsSync(inProject(path)))
  if (absent.length > 0) throw new SetupError(`Not installed: ${absent.map(({ name }) => name).join(', ')}. Run npm ci and try again.`)
  const text = noticesText(packages, ({ path }) => licenceText(inProject(path)))
  const fresh = existsSync(noticesFile) && readFileSync(noticesFile, 'utf8') === text
  if (process.argv.includes('--check')) {
    if (!fresh) say('THIRD-PARTY-NOTICES.txt is not what the installed packages say. Write it anew with: npm run notices')
    return fresh ? 0 : 1
  }
  if (!fresh) writeFileSync(noticesFile, text)
  say(`THIRD-PARTY-NOTICES.txt: ${packages.length} packages`)
  return 0
})
