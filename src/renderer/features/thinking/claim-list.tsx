import type { ThesisSource } from '../../../shared/entities'
import { guessLanguage } from '../../ui/person-text'
import { CitedText } from './cited-text'

/** A list of Cortexa's sentences under a heading; nothing when there are none. */
export function ClaimList({
  heading,
  texts,
  sources,
  ordered = false,
}: {
  heading: string
  texts: readonly string[]
  sources: readonly ThesisSource[]
  ordered?: boolean
}) {
  const lines = texts.filter((text) => text.trim() !== '')
  if (lines.length === 0) return null
  const List = ordered ? 'ol' : 'ul'
  return (
    <section className="sec wide">
      <h2>
        {heading} <span className="num">{lines.length}</span>
      </h2>
      <List className={ordered ? 'points numbered' : 'points'}>
        {lines.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences of a finished thesis never move
          <li key={index} dir="auto" lang={guessLanguage(text)}>
            <CitedText text={text} sources={sources} />
          </li>
        ))}
      </List>
    </section>
  )
}
