/** What `npm run test:dates` runs unless told otherwise: each shift and each zone once. St. John's is 3.5 hours behind UTC, Kiritimati 14 ahead. */
const usualRuns = [
  { days: 1, zone: 'Pacific/Kiritimati' },
  { days: 40, zone: 'America/St_Johns' },
  { days: 400, zone: undefined },
]

/** As `TZ` takes it: a place, or UTC. Folders of tests have a slash too, but are no zones. */
function isZone(word) {
  if (word !== 'UTC' && !/^[A-Z]\w*\//.test(word)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: word }) !== undefined
  } catch {
    return false
  }
}

/**
 * The runs that the arguments ask for, and the filters of test files. `+40` and `-1` are shifts in days, `America/St_Johns` is a zone; the
 * first shift goes with the first zone, and so on. A run without a shift has the date of today, one without a zone that of the computer.
 */
export function chooseDateRuns(words) {
  const shifts = words.filter((word) => /^[+-]\d+$/.test(word))
  const zones = words.filter(isZone)
  const filters = words.filter((word) => !shifts.includes(word) && !zones.includes(word))
  if (shifts.length + zones.length === 0) return { runs: usualRuns, filters }
  const runs = Array.from({ length: Math.max(shifts.length, zones.length) }, (_, place) => ({
    days: Number(shifts[place] ?? 0),
    zone: zones[place],
  }))
  return { runs, filters }
}

/** What to add to the environment of a test run for its processes to live on another day or in another place. */
export function dateEnvironment({ days, zone }, preload, nodeOptions = process.env.NODE_OPTIONS ?? '') {
  const shifted = { CORTEXA_DATE_SHIFT: String(days), NODE_OPTIONS: `${nodeOptions} --require ${JSON.stringify(preload)}`.trim() }
  return { ...(days === 0 ? {} : shifted), ...(zone === undefined ? {} : { TZ: zone }) }
}

export const dateRunTitle = ({ days, zone }) => `${days >= 0 ? '+' : ''}${days} days${zone === undefined ? '' : `, ${zone}`}`
