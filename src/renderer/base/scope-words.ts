import type { BriefingWish } from '../../shared/contract/briefings'
import type { Briefing } from '../../shared/entities'
import { formatNumber } from '../ui/format-time'

export type Scope = BriefingWish['scope']

/** "1 thought", "12 thoughts". */
export function thoughtCount(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'thought' : 'thoughts'}`
}

/** Why some were not taken in, in one or two sentences. */
export function leftOutWords({ over, private: withheld }: Briefing['leftOut']): string {
  const sentences = [
    ...(over > 0 ? [`${thoughtCount(over)} more than one briefing speaks of.`] : []),
    ...(withheld > 0
      ? [`${thoughtCount(withheld)} ${withheld === 1 ? 'stays' : 'stay'} here, and the model or the voice is on another computer.`]
      : []),
  ]
  return sentences.join(' ')
}

/** The choices of the dialog, in their order. */
export const scopes: readonly (readonly [Scope, string, string])[] = [
  ['since_last', 'What is new', 'Written or changed since the last briefing.'],
  ['day', 'Today', 'Written or changed since midnight.'],
  ['week', 'The last seven days', ''],
  ['tag', 'A tag', ''],
  ['search', 'A search', ''],
  ['chosen', 'Chosen thoughts', ''],
]
