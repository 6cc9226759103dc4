export function quantile(values, part) {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}

export const median = (values) => quantile(values, 0.5)

/** Ratios round by round, because absolute figures of a shared machine move by a factor of two between minutes. */
export function ratios(values, others) {
  return values.map((value, round) => value / others[round])
}

export function format(value) {
  if (value >= 10_000) return `${(value / 1000).toFixed(value >= 100_000 ? 0 : 1)}k`
  if (value >= 100) return value.toFixed(0)
  return value.toFixed(value >= 10 ? 1 : 2)
}

export const spread = (values) => `${format(median(values))} (${format(Math.min(...values))}-${format(Math.max(...values))})`

/** Prints rows of cells as a table; the first row is the heading. */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const line = (row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  ')
  const [heading, ...rest] = rows
  return [line(heading), widths.map((width) => '-'.repeat(width)).join('  '), ...rest.map(line)].join('\n')
}
