/** The groups of a recovery key as shown, without the marks between them. */
export function splitRecoveryKey(key: string): string[] {
  return key.split(/[\s-]+/).filter((group) => group !== '')
}

/** A typed group in the form the key has: capitals, nothing else than letters and digits. */
export function tidyGroup(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

/** How many of the asked groups are typed as far as their length goes. */
export function groupsTyped(typed: readonly string[], lengths: readonly number[]): number {
  return typed.filter((group, index) => tidyGroup(group).length >= (lengths[index] ?? 4)).length
}
