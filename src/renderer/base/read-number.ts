/**
 * A whole number as people write it ("20000", "20,000", "20 000"); undefined for anything else. The largest one is the largest that is
 * exact (2^53 - 1).
 */
export function readWhole(text: string): number | undefined {
  const tidy = text.trim()
  // A comma or space only between groups of three: "1,5" is a slip, not fifteen.
  if (!/^\d+$/.test(tidy) && !/^\d{1,3}([ ,\u00a0\u202f]\d{3})+$/.test(tidy)) return undefined
  const number = Number(tidy.replace(/\D/g, ''))
  return Number.isSafeInteger(number) ? number : undefined
}

/**
 * A price of zero or more, with a point or a comma before the fraction. "1,500" is undefined: nobody can tell whether it is one and a half
 * or fifteen hundred.
 */
export function readPrice(text: string): number | undefined {
  const tidy = text.trim()
  if (!/^(\d+([.,]\d*)?|[.,]\d+)$/.test(tidy) || /^[1-9]\d{0,2},\d{3}$/.test(tidy)) return undefined
  const number = Number(tidy.replace(',', '.'))
  return Number.isFinite(number) ? number : undefined
}
