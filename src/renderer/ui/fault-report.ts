/** Name of an error, without its message, which may hold what a person wrote. */
export function faultKind(error: unknown): string {
  const kind = error instanceof Error ? error.name : typeof error
  return /^[A-Za-z]{1,40}$/.test(kind) ? kind : 'Error'
}

/** What a person may hand on about a fault: its name and the components around it, none of their words. */
export function faultDetails(kind: string, componentStack: string | null | undefined): string {
  return `${kind}\n${(componentStack ?? '').trim()}`.trim()
}

/** Hands the name of a fault to the log of the main process. */
export function reportFault(error: unknown): void {
  void window.platform?.reportFault(faultKind(error))
}

/** What React does with an error of a component, whether a boundary catches it or not: in place of writing it to the console with its message. */
export const faultHooks = {
  onCaughtError: (error: unknown) => reportFault(error),
  onUncaughtError: (error: unknown) => reportFault(error),
  onRecoverableError: (error: unknown) => reportFault(error),
}
