import { useMemo, useState } from 'react'
import type { PlanSource } from '../../../shared/contract/orchestrate'
import { openThought } from '../../base/open-thesis'
import { type InnerLinks, Markdown, openableUrl } from '../../ui/markdown'
import { guessLanguage } from '../../ui/person-text'
import { linkMarks, sourceOf } from '../research/cited-body'

/** Characters from which a text is folded. */
const LONG = 1400

export function openSource(source: PlanSource): void {
  if (source.kind === 'item') openThought(source.itemId)
  else {
    const url = openableUrl(source.url)
    if (url) void window.platform?.openExternal(url.href)
  }
}

export function sourceWords(source: PlanSource): string {
  if (source.kind === 'item') return source.title === '' ? 'an untitled thought' : source.title
  const url = openableUrl(source.url)
  return url ? `${source.title || url.host}, ${url.host}` : source.title
}

/** A text of a plan: Markdown whose `[n]` open the thought or the page they mean. A long one is folded until it is asked for. */
export function CitedMarkdown({ text, sources, foldable = false }: { text: string; sources: readonly PlanSource[]; foldable?: boolean }) {
  const [whole, setWhole] = useState(false)
  const inner = useMemo<InnerLinks>(
    () => ({
      plugins: [linkMarks(new Set(sources.map(({ n }) => n)))],
      show(href) {
        const source = sources.find(({ n }) => n === sourceOf(href))
        if (!source) return undefined
        const words = sourceWords(source)
        return (
          <button
            type="button"
            className="cite"
            title={words}
            aria-label={`Source ${source.n}: ${words}`}
            onClick={() => openSource(source)}
          >
            {source.n}
          </button>
        )
      },
    }),
    [sources],
  )
  const long = foldable && text.length > LONG
  return (
    <>
      <div className={long && !whole ? 'plan-text cut' : 'plan-text'} dir="auto" lang={guessLanguage(text)}>
        <Markdown text={text} inner={inner} />
      </div>
      {long && (
        <button type="button" className="link plan-more" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : 'Show all of it'}
        </button>
      )}
    </>
  )
}
