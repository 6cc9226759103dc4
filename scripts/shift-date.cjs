// Loaded into every Node process of `npm run test:dates` (NODE_OPTIONS): moves the date by CORTEXA_DATE_SHIFT days, and the times of files
// with it, as if the whole computer lived on another day. Worker threads load it too, except those that are started without an environment;
// these look at no date.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const shiftMs = Number(process.env.CORTEXA_DATE_SHIFT ?? 0) * 86_400_000
const RealDate = Date
const realNow = Date.now

function moveDate() {
  const now = () => realNow() + shiftMs
  RealDate.now = now
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
  })
  RealDate.prototype.constructor = globalThis.Date
}

/** Stats compute their dates from these numbers when asked. */
function moveStats(stats) {
  if (typeof stats?.mtimeMs !== 'number') return stats
  for (const field of ['atimeMs', 'mtimeMs', 'ctimeMs', 'birthtimeMs']) stats[field] += shiftMs
  return stats
}

/** A time as `utimes` takes it: a Date, or seconds. */
const backToReal = (time) => (time instanceof RealDate ? new RealDate(time.getTime() - shiftMs) : Number(time) - shiftMs / 1000)

function moveFileTimes() {
  for (const name of ['stat', 'lstat', 'fstat']) {
    const { [name]: later, [`${name}Sync`]: sync } = fs
    const promised = fs.promises[name]
    fs[name] = (...args) => {
      const done = args.pop()
      later(...args, (error, stats) => done(error, moveStats(stats)))
    }
    fs[`${name}Sync`] = (...args) => moveStats(sync(...args))
    if (promised) fs.promises[name] = async (...args) => moveStats(await promised(...args))
  }
  for (const name of ['utimes', 'lutimes', 'futimes']) {
    for (const [owner, method] of [
      [fs, name],
      [fs, `${name}Sync`],
      [fs.promises, name],
    ]) {
      const original = owner[method]
      if (original)
        owner[method] = (file, accessed, modified, ...rest) => original(file, backToReal(accessed), backToReal(modified), ...rest)
    }
  }
  syncBuiltinESMExports()
}

if (shiftMs !== 0) {
  moveDate()
  moveFileTimes()
}
