import type { Briefing, BriefingStatus } from '../../../shared/entities'
import type { StatusKind } from '../../ui/status-dot'

/** Shape and words of a briefing that is not done; nothing once it can be heard or read. */
export function briefingState(status: BriefingStatus): { kind: StatusKind; word: string } | undefined {
  switch (status) {
    case 'pending':
      return { kind: 'wait', word: 'Waiting for its turn' }
    case 'scripting':
      return { kind: 'run', word: 'Writing the script' }
    case 'voicing':
      return { kind: 'run', word: 'Reading it aloud' }
    case 'failed':
      return { kind: 'dead', word: 'Not made' }
    case 'done':
      return undefined
  }
}

export function failureWords(briefing: Pick<Briefing, 'error'>): string {
  return (
    briefing.error ?? 'The briefing could not be made, and no reason was kept. Your thought is unchanged. Try again, or look at its job.'
  )
}
