import { type ComponentProps, memo, type ReactNode, useMemo } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import remarkGfm from 'remark-gfm'
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
const plugins = [remarkGfm]

/** What a feature makes of its own links: `plugins` prepare the text, `show` answers what stands for an address, or undefined to leave it. */
export interface InnerLinks {
  plugins: NonNullable<Options['remarkPlugins']>
  show: (href: string) => ReactNode | undefined
}

/** Markdown without raw HTML, pictures or scripts. `person` marks the person's own words, which get direction and language. */
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
  const shown = useMemo<Components>(() => {
    if (!inner) return components
    return { ...components, a: ({ href, children }) => (href && inner.show(href)) || <ExternalLink href={href}>{children}</ExternalLink> }
  }, [inner])
  return (
    <div className={className} {...(person ? { dir: 'auto', lang: guessLanguage(text) } : {})}>
      <ReactMarkdown
        remarkPlugins={inner ? [...plugins, ...inner.plugins] : plugins}
        components={shown}
        urlTransform={(url) => (inner && url.startsWith('#') ? url : (openableUrl(url)?.href ?? ''))}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
})
