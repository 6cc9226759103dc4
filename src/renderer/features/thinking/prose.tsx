import { memo, useMemo } from 'react'
import type { ThesisSource } from '../../../shared/entities'
import { guessLanguage } from '../../ui/person-text'
import { numberItemCitations } from './citations'
import { CitedText } from './cited-text'
import { type ProseBlock, proseBlocks } from './prose-blocks'

type Sources = readonly ThesisSource[]

const Block = memo(
  function Block({
    block,
    sources,
    caret,
    heading: Heading,
  }: {
    block: ProseBlock
    sources: Sources
    caret: boolean
    heading: 'h3' | 'h4'
  }) {
    const end = caret && <span className="caret" aria-hidden="true" />
    if (block.kind === 'list') {
      return (
        <ul className="prose-list" dir="auto">
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items are only ever appended
            <li key={index} dir="auto">
              <CitedText text={item} sources={sources} keepUnknown />
              {index === block.items.length - 1 && end}
            </li>
          ))}
        </ul>
      )
    }
    const text = <CitedText text={block.text} sources={sources} keepUnknown />
    if (block.kind === 'heading') {
      return (
        <Heading className="prose-h" dir="auto">
          {text}
          {end}
        </Heading>
      )
    }
    return (
      <p dir="auto" lang={guessLanguage(block.text)}>
        {text}
        {end}
      </p>
    )
  },
  (before, after) => before.sources.length === after.sources.length && before.caret === after.caret && sameBlock(before.block, after.block),
)

function sameBlock(before: ProseBlock, after: ProseBlock): boolean {
  if (before.kind === 'list')
    return after.kind === 'list' && before.items.length === after.items.length && before.items.at(-1) === after.items.at(-1)
  return before.kind === after.kind && before.text === (after as { text: string }).text
}

/** Cortexa's prose: paragraphs, headings and lists with citations. While `live` a caret stands at its end; only its last block renders anew as it grows. */
export function Prose({
  text,
  sources,
  live = false,
  heading = 'h4',
}: {
  text: string
  sources: Sources
  live?: boolean
  heading?: 'h3' | 'h4'
}) {
  const numbered = useMemo(() => numberItemCitations(text, sources), [text, sources])
  const blocks = useMemo(() => proseBlocks(numbered.text), [numbered])
  if (blocks.length === 0) {
    return live ? (
      <p>
        <span className="caret" aria-hidden="true" />
      </p>
    ) : null
  }
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever appended
    <Block key={index} block={block} sources={numbered.sources} caret={live && index === blocks.length - 1} heading={heading} />
  ))
}
