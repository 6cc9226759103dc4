/** What a page is read to. */
export interface ReadPage {
  title: string
  /** The content with its structure; links are absolute. */
  markdown: string
  /** The same words without marks: what a passage is looked up in. */
  text: string
  /** Where the page leads, absolute, each once, in its order; of the whole page, not only of its content. */
  links: { url: string; text: string }[]
  /** The picture that the page names as its own; https or http. */
  image: string | null
  /** ISO 8601, as far as the page tells it. */
  publishedAt: string | null
  /** BCP 47, as the page says. */
  language: string | null
  /** UTF-16 units of `text`. */
  characters: number
  /** `article`: what Readability took for the content; `whole`: all that is on the page; `text`: no page but a text; `pdf`. */
  form: 'article' | 'whole' | 'text' | 'pdf'
  /** The page has more than was kept. */
  cut: boolean
}

/** What a page of DuckDuckGo holds: the two ends of a search, or two reasons why there is none. */
export type DuckDuckGoPage =
  | { kind: 'results'; results: { title: string; url: string; snippet: string; publishedAt: string | null }[] }
  | { kind: 'nothing' }
  | { kind: 'challenge' }
  | { kind: 'unknown' }

export interface PageBytes {
  bytes: Uint8Array
  /** In lower case, without parameters. */
  type: string
  /** As the server named it; '' when it did not. */
  charset: string
  /** Where the page came from; links are read against it. */
  url: string
}

/** One task for the reading thread. */
export type PageTask = { id: number } & ({ kind: 'page'; page: PageBytes } | { kind: 'duckduckgo'; page: PageBytes })

/** Why a page cannot be read. */
export type PageFault = 'encrypted' | 'broken'

export type PageReply =
  | { id: number; kind: 'page'; page: ReadPage }
  | { id: number; kind: 'duckduckgo'; page: DuckDuckGoPage }
  | { id: number; kind: 'fault'; fault: PageFault }
