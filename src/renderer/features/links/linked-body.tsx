import { type ReactNode, useMemo } from 'react'
import { parseWikilinks } from '../../../shared/wikilinks'
import { type InnerLinks, Markdown } from '../../ui/markdown'
import { linkOf, linkText, restoreInCode } from './linked-text'
import { WikilinkAnchor } from './wikilink-anchor'

/** A person's Markdown with its wikilinks as links; `also` makes something of other addresses. */
export function LinkedMarkdown({ text, className, also }: { text: string; className: string; also?: InnerLinks }) {
  const linked = useMemo(() => linkText(text), [text])
  const inner = useMemo<InnerLinks | undefined>(() => {
    const { links, written } = linked
    if (links.length === 0) return also
    return {
      plugins: [restoreInCode(written), ...(also?.plugins ?? [])],
      show(href) {
        const link = linkOf(href, links)
        return link ? <WikilinkAnchor link={link} /> : also?.show(href)
      },
    }
  }, [linked, also])
  return <Markdown className={className} text={linked.source} person inner={inner} />
}

/** A text as it is, with its wikilinks as links: for texts too long for Markdown, of which a piece is shown. */
export function LinkedPlainText({ text }: { text: string }) {
  const links = useMemo(() => parseWikilinks(text), [text])
  const parts: ReactNode[] = []
  let end = 0
  for (const link of links) {
    parts.push(text.slice(end, link.start), <WikilinkAnchor key={link.start} link={link} />)
    end = link.end
  }
  parts.push(text.slice(end))
  return <>{parts}</>
}
