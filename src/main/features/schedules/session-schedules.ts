import { createScheduleActions, type ScheduleActionsDeps } from './schedule-actions'
import { createScheduler, type SchedulerDeps } from './scheduler'

/** What runs by itself in an open vault. */
export function createSessionSchedules(deps: Omit<SchedulerDeps, 'actions'> & ScheduleActionsDeps) {
  return createScheduler({ ...deps, actions: createScheduleActions(deps) })
}

export type SessionSchedules = ReturnType<typeof createSessionSchedules>
