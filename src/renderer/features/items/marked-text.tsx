import { guessLanguage } from '../../ui/person-text'

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
    parts.push(text.slice(at, start), <u key={start}>{text.slice(start, end)}</u>)
    at = end
  }
  parts.push(text.slice(at))
  return (
    <span className={className} dir="auto" lang={guessLanguage(text)}>
      {parts}
    </span>
  )
}
