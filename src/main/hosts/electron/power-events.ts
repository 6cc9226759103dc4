import type { PowerMonitor } from 'electron'

export type PowerReason = 'suspend' | 'screen-lock'

/** Calls `lock` when the computer goes to sleep or its screen is locked: from then on somebody else may sit down at it. */
export function watchPower(powerMonitor: Pick<PowerMonitor, 'on'>, lock: (reason: PowerReason) => void): void {
  powerMonitor.on('suspend', () => lock('suspend'))
  powerMonitor.on('lock-screen', () => lock('screen-lock'))
}

/** Calls `look` when the computer may have been asleep, in which no timer of the program went on. */
export function watchWaking(powerMonitor: Pick<PowerMonitor, 'on'>, look: () => void): void {
  powerMonitor.on('resume', look)
  powerMonitor.on('unlock-screen', look)
}
