import { Fragment } from 'react'
import { guessLanguage, withVisibleControls } from '../ui/person-text'

/** A text with its matched parts underlined; `marks` are [start, end) in UTF-16 units, in order and not overlapping. */
export function MarkedText({
  text,
  marks,
  className,
}: {
  text: string
  marks: readonly (readonly [number, number])[]
  className?: string
}) {
  const parts: React.ReactNode[] = []
  let at = 0
  for (const [start, end] of marks) {
    if (start < at || end > text.length || end <= start) continue
    parts.push(
      <Fragment key={`before ${start}`}>{withVisibleControls(text.slice(at, start))}</Fragment>,
      <u key={start}>{text.slice(start, end)}</u>,
    )
    at = end
  }
  parts.push(<Fragment key="rest">{withVisibleControls(text.slice(at))}</Fragment>)
  return (
    <span className={className} dir="auto" lang={guessLanguage(text)}>
      {parts}
    </span>
  )
}
