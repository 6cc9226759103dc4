import { format, median, quantile, ratios, spread, table } from './statistics.mjs'

const rates = (results) => results.map((result) => (typeof result === 'number' ? result : result.rate))

export function reportThroughput(durability, { enqueue, batch, drain }, rival) {
  const cell = (results, name) => {
    if (!results[name]) return ['-', '-']
    const ratio = ratios(rates(results[name]), rates(results[rival]))
    return [spread(rates(results[name])), `x${spread(ratio)}`]
  }
  const heading = ['jobs/s, median (min-max)', 'enqueue single', 'ratio', 'enqueue batch', 'ratio', 'claim+complete', 'ratio', 'stall ms']
  const rows = Object.keys(enqueue).map((name) => [
    name,
    ...cell(enqueue, name),
    ...cell(batch, name),
    ...cell(drain, name),
    spread(drain[name].map(({ stall }) => stall)),
  ])
  const what = durability === 'FULL' ? 'FULL, as we ship it: every commit is on the disk' : 'NORMAL, as the peers come'
  console.log(`WAL, synchronous ${what}. Ratio: to ${rival}, round by round. Stall: longest wait of a 1 ms timer in a drain.`)
  console.log(`${table([heading, ...rows])}\n`)
}

export function reportParts(results, rival) {
  const heading = ['one enqueue, us median (min-max)', 'pages']
  for (const durability of Object.keys(results)) heading.push(durability, `time of ${rival}`)
  const rows = Object.keys(Object.values(results)[0]).map((name) => {
    const cells = Object.values(results).flatMap((all) => {
      const times = (of) => all[of].map(({ us }) => us)
      return [spread(times(name)), `x${format(median(ratios(times(name), times(rival))))}`]
    })
    return [name, format(median(Object.values(results)[0][name].map(({ pages }) => pages))), ...cells]
  })
  console.log(`${table([heading, ...rows])}\n`)
}

export function reportIdle(idle) {
  console.log('Enqueue on an idle queue until the handler starts, ms')
  const rows = idle.map(([durability, name, times]) => [
    `${name} (${durability})`,
    format(median(times)),
    format(quantile(times, 0.99)),
    String(times.length),
  ])
  console.log(`${table([['', 'p50', 'p99', 'samples'], ...rows])}\n`)
}

export function reportClaims(claims, { single, rival }) {
  const p50 = (results) => (results ? format(median(results.map(median))) : '-')
  const heading = ['claim, us p50', 'ours', 'its statements alone', rival, 'liteque, plain file']
  const rows = claims.map(({ waiting, delayed, row }) => [
    `${waiting} waiting${delayed ? ', 90 % not due, top priority' : ''}`,
    ...[row[single], row.statements, row[rival], row['liteque, plain file']].map(p50),
  ])
  console.log('One claim, saved (WAL NORMAL); the statements alone inside an open transaction')
  console.log(`${table([heading, ...rows])}\n`)
}

export function reportGoals({ throughput, idle, claims }, { shipped, single, store, rival, peers }) {
  const goals = []
  const fact = (what, value) => goals.push([what, value, ''])
  const goal = (what, value, met) => goals.push([what, value, met ? 'met' : 'MISSED'])
  for (const [durability, { enqueue, drain }] of Object.entries(throughput)) {
    for (const name of [shipped, single]) {
      const toRival = median(ratios(rates(drain[name]), rates(drain[rival])))
      goal(`${durability}: claim+complete >= 2 x ${rival}: ${name}`, `x${format(toRival)}`, toRival >= 2)
      const toBest = Math.min(...peers.map((peer) => median(ratios(rates(drain[name]), rates(drain[peer])))))
      goal(`${durability}: claim+complete ahead of every peer: ${name}`, `x${format(toBest)}`, toBest > 1)
      const stall = median(drain[name].map((result) => result.stall))
      goal(`${durability}: event loop <= 20 ms: ${name}`, `${format(stall)} ms`, stall <= 20)
    }
    for (const name of [single, store]) {
      const ratio = median(ratios(rates(enqueue[name]), rates(enqueue[rival])))
      fact(`${durability}: single enqueue against ${rival}: ${name}`, `x${format(ratio)}`)
    }
  }
  for (const [durability, name, times] of idle.filter(([, name]) => name === 'ours')) {
    const [p50, p99] = [median(times), quantile(times, 0.99)]
    goal(`${durability}: idle start p50 <= 1 ms, p99 <= 5 ms: ${name}`, `${format(p50)} / ${format(p99)} ms`, p50 <= 1 && p99 <= 5)
  }
  const claimAt = (which, delayed) => (waiting) => {
    const found = claims.find((one) => one.waiting === waiting && one.delayed === delayed)
    return found && median(found.row[which].map(median))
  }
  const most = Math.max(...claims.map(({ waiting }) => waiting))
  for (const [which, name] of [
    [single, 'ours, saved'],
    ['statements', 'its statements alone'],
  ]) {
    for (const delayed of [false, true]) {
      const ratio = claimAt(which, delayed)(most) / claimAt(which, false)(100)
      goal(`claim at ${most}${delayed ? ', 90 % not due' : ''} <= 1.5 x at 100: ${name}`, `x${format(ratio)}`, ratio <= 1.5)
    }
  }
  console.log(table([['goal', 'measured', ''], ...goals]))
}
