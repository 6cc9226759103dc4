// Loaded into every Node process of `npm run test:dates` (NODE_OPTIONS): moves the date by CORTEXA_DATE_SHIFT days. Worker threads load it
// too, but for those that are started without an environment; these look at no date. Times of files stay those of the computer.
const days = Number(process.env.CORTEXA_DATE_SHIFT ?? 0)

if (days !== 0) {
  const RealDate = Date
  const realNow = Date.now
  const now = () => realNow() + days * 86_400_000
  RealDate.now = now
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
  })
  RealDate.prototype.constructor = globalThis.Date
}
