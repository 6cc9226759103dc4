const systemClock = (): number => Date.now()
let clock = systemClock

/** The time in milliseconds since 1970. No other file of the window reads the computer's clock (lint/clock.grit). */
export const currentTime = (): number => clock()

/** For tests: replaces the clock of the window. Without an argument it is the computer's again. */
export function setClock(next: () => number = systemClock): void {
  clock = next
}
