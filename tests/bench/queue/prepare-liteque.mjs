// liteque 0.8.0 gives an async function to the driver's transaction, which better-sqlite3 refuses since version 12. This makes
// a copy of both, outside node_modules, with that one check taken out, so that there is something to measure.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const check = "throw new TypeError('Transaction function cannot return a promise');"

/** Gives the folder whose node_modules holds the copy. `modules` is the project's node_modules. */
export function copyLiteque(modules, folder) {
  const copies = join(folder, 'node_modules')
  mkdirSync(copies, { recursive: true })
  for (const name of ['lib', 'prebuilds', 'package.json'])
    cpSync(join(modules, 'better-sqlite3', name), join(copies, 'better-sqlite3', name), { recursive: true })
  cpSync(join(modules, 'liteque'), join(copies, 'liteque'), { recursive: true })
  for (const name of ['async-mutex', 'zod', 'tslib']) symlinkSync(join(modules, name), join(copies, name), 'dir')
  // A copy as well: from a link it would find the driver of the project.
  cpSync(join(modules, 'drizzle-orm'), join(copies, 'drizzle-orm'), { recursive: true })
  const file = join(copies, 'better-sqlite3', 'lib', 'methods', 'transaction.js')
  const source = readFileSync(file, 'utf8')
  if (!source.includes(check)) throw new Error('The check that this patch takes out is not there any more')
  writeFileSync(file, source.replace(check, ''))
  return folder
}
