import { useId } from 'react'
import type { ThesisSource } from '../../../shared/entities'
import { TabList } from '../../ui/tab-list'
import { Prose } from './prose'
import { textDirection } from './text-direction'

/** Several texts of Cortexa under one heading, one at a time: the lenses, the stages. */
export function TextTabs<Id extends string>({
  heading,
  texts,
  sources,
  selected,
  onSelect,
  anchor,
}: {
  heading: string
  texts: readonly { id: Id; label: string; text: string }[]
  sources: readonly ThesisSource[]
  selected: Id
  onSelect: (id: Id) => void
  /** The id by which the section can be scrolled to. */
  anchor?: string
}) {
  const panel = useId()
  const shown = texts.find((text) => text.id === selected) ?? texts[0]
  if (!shown) return null
  return (
    <section className="sec wide" id={anchor}>
      <div className="tabs">
        <h2>{heading}</h2>
        <TabList label={heading} tabs={texts} selected={shown.id} onSelect={onSelect} className="tabs-in" panel={panel} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel of plain text is a stop of its own, so that the keyboard can scroll it */}
      <div className="voice voice-wide" dir={textDirection(shown.text)} id={panel} role="tabpanel" aria-label={shown.label} tabIndex={0}>
        <Prose text={shown.text} sources={sources} heading="h3" />
      </div>
    </section>
  )
}
