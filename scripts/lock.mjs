// One process at a time: a lock folder that its owner keeps touching, so that a lock left by a killed process ends by itself.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inProject } from './project.mjs'
import { say } from './run-command.mjs'

const TOUCH_EVERY_MS = 2000
const STALE_AFTER_MS = 30_000

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The age of the last touch decides; a process that is known to be gone needs no waiting. */
function isStale(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > STALE_AFTER_MS) return true
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'))
    return pid > 0 && !isAlive(pid)
  } catch {
    return false // Just being made or just being removed: look again.
  }
}

function tryTake(lock) {
  try {
    mkdirSync(lock)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  writeFileSync(join(lock, 'pid'), String(process.pid))
  return true
}

const isOurs = (lock) => {
  try {
    return readFileSync(join(lock, 'pid'), 'utf8') === String(process.pid)
  } catch {
    return false
  }
}

function remove(lock) {
  const aside = `${lock}.${process.pid}.old`
  try {
    renameSync(lock, aside) // Only one of two waiting processes succeeds in this.
    rmSync(aside, { recursive: true, force: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/** Runs `task` while holding the lock `name`; waits for another process that holds it. */
export async function withLock(name, task, folder = inProject('.cache')) {
  const lock = join(folder, `${name}.lock`)
  mkdirSync(dirname(lock), { recursive: true })
  for (let waited = 0; !tryTake(lock); waited += 1) {
    if (isStale(lock)) {
      remove(lock)
      continue
    }
    if (waited === 0) say('Another start or test of Cortexa is preparing this folder; waiting for it.')
    await sleep(500)
  }
  const touch = setInterval(() => {
    const now = new Date()
    if (isOurs(lock)) utimesSync(lock, now, now)
  }, TOUCH_EVERY_MS)
  try {
    return await task()
  } finally {
    clearInterval(touch)
    if (isOurs(lock)) remove(lock)
  }
}
