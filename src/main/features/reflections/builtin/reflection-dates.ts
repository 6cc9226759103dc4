const pad = (number: number) => String(number).padStart(2, '0')

/** The local day of a moment, YYYY-MM-DD. */
export function localDay(time: number): string {
  const date = new Date(time)
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** "3 November 2026", or "3–20 November 2026" */
export function spanWords(from: number, to: number): string {
  // Made for each call: a format keeps the time zone it was made in, and the computer may travel while the app runs.
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
  // ICU puts thin spaces around the dash, which differ from version to version.
  return format
    .formatRange(from, to)
    .replace(/(\d?)[\s\u2009\u202f]*–[\s\u2009\u202f]*/u, (_, digit: string) => (digit === '' ? ' – ' : `${digit}–`))
}
