import { type ComponentProps, memo, type ReactNode, startTransition, useEffect, useMemo, useState } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { assertShallow, isSafeMarkdown } from './markdown-guard'
import { splitMarkdown } from './markdown-parts'
import { guessLanguage } from './person-text'

/** The address when it is one a person may open from a text (https, http, mailto); else undefined. */
export function openableUrl(href: string | undefined): URL | undefined {
  if (!href) return undefined
  try {
    const url = new URL(href)
    return ['https:', 'http:', 'mailto:'].includes(url.protocol) ? url : undefined
  } catch {
    return undefined
  }
}

function ExternalLink({ href, children, label }: { href: string | undefined; children?: ComponentProps<'a'>['children']; label?: string }) {
  const url = openableUrl(href)
  if (!url) return <span>{children}</span>
  return (
    <a
      className="link"
      href={url.href}
      title={label ?? url.href}
      onClick={(event) => {
        event.preventDefault()
        void window.platform?.openExternal(url.href)
      }}
      onAuxClick={(event) => event.preventDefault()}
    >
      {children}
    </a>
  )
}

const components: Components = {
  a: ({ href, children }) => <ExternalLink href={href}>{children}</ExternalLink>,
  // A picture is never loaded: that would tell its host when the thought was read.
  img: ({ src, alt }) => {
    const url = openableUrl(typeof src === 'string' ? src : undefined)
    const words = alt || 'picture'
    return url ? <ExternalLink href={url.href}>{`${words} (picture at ${url.host})`}</ExternalLink> : <span>{`${words} (picture)`}</span>
  },
  // The title of the page is its only first-level heading.
  h1: ({ children }) => <h2>{children}</h2>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  p: ({ children }) => <p dir="auto">{children}</p>,
  table: ({ children }) => (
    <div className="table-scroll">
      <table>{children}</table>
    </div>
  ),
}
const plugins: NonNullable<Options['remarkPlugins']> = [remarkGfm, () => assertShallow]

/** What a feature makes of its own links: `plugins` prepare the text, `show` answers what stands for an address, or undefined to leave it. */
export interface InnerLinks {
  plugins: NonNullable<Options['remarkPlugins']>
  show: (href: string) => ReactNode | undefined
}

/** The words of a part that is not shown as Markdown, each line as it is written. */
function PlainPart({ text }: { text: string }) {
  return (
    <>
      <p className="prose-note">Shown as plain text: this part is too long or nested too deeply to lay out.</p>
      <p className="plain-part" dir="auto">
        {text}
      </p>
    </>
  )
}

const MarkdownPart = memo(function MarkdownPart({ text, inner }: { text: string; inner: InnerLinks | undefined }) {
  return useMemo(() => renderPart(text, inner), [text, inner])
})

/** The elements of a part. What cannot be parsed is shown as plain text: a text must never take the window away. */
function renderPart(text: string, inner: InnerLinks | undefined): ReactNode {
  if (!isSafeMarkdown(text)) return <PlainPart text={text} />
  const shown: Components = inner
    ? { ...components, a: ({ href, children }) => (href && inner.show(href)) || <ExternalLink href={href}>{children}</ExternalLink> }
    : components
  try {
    // Called, not mounted, so that what it throws for one text is caught here.
    return ReactMarkdown({
      children: text,
      remarkPlugins: inner ? [...plugins, ...inner.plugins] : plugins,
      components: shown,
      urlTransform: (url) => (inner && url.startsWith('#') ? url : (openableUrl(url)?.href ?? '')),
    })
  } catch {
    return <PlainPart text={text} />
  }
}

/** How many of `count` parts are shown: the first at once, one more in each turn after that, so that typing and scrolling go on. */
function useShownParts(count: number): number {
  const [shown, setShown] = useState(1)
  useEffect(() => {
    if (shown >= count) return
    const timer = setTimeout(() => startTransition(() => setShown(shown + 1)), 0)
    return () => clearTimeout(timer)
  }, [shown, count])
  return shown
}

/**
 * Markdown without raw HTML, pictures or scripts. `person` marks the person's own words, which get direction and language. Any text may be
 * given: parts that are nested too deeply or cannot be divided are shown as plain text, and a long text is laid out part by part.
 */
export const Markdown = memo(function Markdown({
  text,
  className,
  person = false,
  inner,
}: {
  text: string
  className?: string
  person?: boolean
  inner?: InnerLinks | undefined
}) {
  const parts = useMemo(() => splitMarkdown(text), [text])
  const shown = useShownParts(parts.length)
  return (
    <div
      className={className}
      data-partial={shown < parts.length || undefined}
      {...(person ? { dir: 'auto', lang: guessLanguage(text) } : {})}
    >
      {parts.slice(0, shown).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts stand in the order of the text and have no other name.
        <MarkdownPart key={index} text={part} inner={inner} />
      ))}
    </div>
  )
})
