import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { parseSearchQuery } from '../../../shared/search-query'
import { currentTime } from '../../ui/clock'
import { Icon } from '../../ui/icon'
import { describeFilter } from './filter-words'

/** The words of a chip for one filter as it was typed. */
export function chipWords(text: string): string {
  const [filter] = parseSearchQuery(`${text} `, currentTime()).filters
  return filter ? describeFilter(filter) : text
}

/**
 * The filters of a query as chips. A press takes one off; with the focus on one so do Backspace, Delete and Enter, the arrows go from one to
 * the next, and `onLeave` is called at their end.
 */
export function FilterChips({
  texts,
  onRemove,
  onLeave,
}: {
  texts: readonly string[]
  onRemove: (index: number) => void
  onLeave?: () => void
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    const chips = [...(event.currentTarget.closest('.search-filters')?.querySelectorAll('button') ?? [])]
    if (step !== 0) {
      if (index + step >= chips.length) onLeave?.()
      else chips[Math.max(0, index + step)]?.focus()
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      const next = chips[index + 1] ?? chips[index - 1]
      next?.focus()
      if (!next) onLeave?.()
      onRemove(index)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className="search-filters">
      {texts.map((text, index) => (
        <button
          key={text}
          type="button"
          className="chip"
          aria-label={`Remove filter ${chipWords(text)}`}
          title={`${text}: remove`}
          onClick={() => {
            onRemove(index)
            onLeave?.()
          }}
          onKeyDown={(event) => onKeyDown(event, index)}
        >
          <span dir="auto">{chipWords(text)}</span>
          <Icon of={X} small />
        </button>
      ))}
    </span>
  )
}
