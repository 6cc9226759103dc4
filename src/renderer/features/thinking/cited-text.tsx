import type { ThesisSource } from '../../../shared/entities'
import { openThought } from '../../base/open-thesis'
import { splitCitations } from './citations'
import { inlinePieces } from './prose-blocks'

const tags = { plain: null, strong: 'b', emphasis: 'em', code: 'code' } as const

function Inline({ text }: { text: string }) {
  return inlinePieces(text).map((piece, index) => {
    const Tag = tags[piece.kind]
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name, and never move
    return Tag === null ? piece.text : <Tag key={index}>{piece.text}</Tag>
  })
}

function Citation({ source }: { source: ThesisSource }) {
  const name = source.title === '' ? 'an earlier thought' : source.title
  return (
    <button
      type="button"
      className="cite"
      title={name}
      aria-label={`Source ${source.n}: ${name}`}
      onClick={() => openThought(source.itemId)}
    >
      {source.n}
    </button>
  )
}

/** One line of Cortexa's text with its citations as raised numbers that open their thought. */
export function CitedText({
  text,
  sources,
  keepUnknown = false,
}: {
  text: string
  sources: readonly ThesisSource[]
  keepUnknown?: boolean
}) {
  return splitCitations(text, sources, keepUnknown).map((piece, index) =>
    piece.kind === 'cite' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name, and never move
      <Citation key={index} source={piece.source} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Inline key={index} text={piece.text} />
    ),
  )
}
