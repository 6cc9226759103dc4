// Who takes part, and with how much work: slow ones get fewer jobs, and the rates are compared.
const usual = { encrypted: true, batch: 1, types: 1, keyed: false, hooks: false, part: 'counted', noCommit: false, pollMs: 1000 }
const ours = { ...usual, queue: 'ours', hooks: true }

export const contenders = {
  'ours, embed jobs as they ship (16 at once)': { ...ours, batch: 16 },
  'ours, one job at a time': ours,
  'ours, one at a time, 7 types and 6 priorities': { ...ours, types: 7 },
  'ours, 16 at once, with item and dedupe key': { ...ours, batch: 16, keyed: true },
  'ours, 16 at once, without what the vault does after a commit': { ...ours, batch: 16, hooks: false },
  'our job store alone': { ...usual, queue: 'our-store' },
  'plainjob, on our cipher': { ...usual, queue: 'plainjob' },
  'plainjob, plain file': { ...usual, queue: 'plainjob', encrypted: false },
  'liteque, plain file': { ...usual, queue: 'liteque', encrypted: false },
}

/** What an enqueue costs, part by part; each with all before it. */
export const parts = {
  'plainjob, on our cipher': contenders['plainjob, on our cipher'],
  'the job, in its table and the index of due jobs': { ...usual, queue: 'our-store', part: 'row' },
  '+ its count by status': { ...usual, queue: 'our-store', part: 'counted' },
  '+ BEGIN and COMMIT': { ...usual, queue: 'our-store', part: 'transaction' },
  '+ the event': { ...usual, queue: 'our-store', part: 'event' },
  '+ the number of the commit': { ...usual, queue: 'our-store', part: 'number' },
  '+ the unit of work around it': { ...ours, hooks: false },
  '+ what the vault does after a commit': ours,
}

export const shipped = 'ours, embed jobs as they ship (16 at once)'
export const single = 'ours, one job at a time'
export const store = 'our job store alone'
export const rival = 'plainjob, on our cipher'
export const peers = ['plainjob, on our cipher', 'plainjob, plain file', 'liteque, plain file']

/** Jobs in one measurement. */
export function workOf(name, measure, durability, quick) {
  const slow = contenders[name].queue === 'liteque'
  const synced = durability === 'FULL'
  const counts = {
    enqueue: slow || synced ? 600 : 3000,
    batch: 20_000,
    drain: slow ? 200 : synced && contenders[name].queue !== 'ours' ? 1500 : 5000,
  }
  return Math.round(counts[measure] / (quick ? 2 : 1))
}
