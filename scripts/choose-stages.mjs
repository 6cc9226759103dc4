const all = ['lint', 'types', 'unit', 'e2e']

/**
 * Which stages the arguments of `npm test` ask for, in their order, each with its file filters. A word that is no stage is a
 * file filter: one below tests/e2e (or ending in .e2e.ts or .spec.ts) is for the end-to-end stage, every other for the unit stage.
 */
export function chooseStages(words) {
  if (words.length === 0) return all.map((name) => [name, []])
  const filters = words.filter((word) => !all.includes(word))
  const isEndToEnd = (word) => /(^|[\\/])e2e([\\/]|$)/.test(word) || /\.(e2e|spec)\.tsx?$/.test(word)
  const byStage = { unit: filters.filter((word) => !isEndToEnd(word)), e2e: filters.filter(isEndToEnd) }
  return all.filter((name) => words.includes(name) || (byStage[name]?.length ?? 0) > 0).map((name) => [name, byStage[name] ?? []])
}
