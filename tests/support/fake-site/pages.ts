import type { ToolFacts } from './tools'

const ROWS_A_PAGE = 8

/** Every page of the directory by its path, as HTML. Links are without a host, so that the site may be had under several. */
export function pagesOf(tools: readonly ToolFacts[]): Record<string, string> {
  const lists = Math.ceil(tools.length / ROWS_A_PAGE)
  const pages: Record<string, string> = {
    '/': frontPage(tools, lists),
    '/about': page('About this directory', about),
    '/news': page('News', news),
    '/licences': page('Licences explained', licences),
  }
  for (let number = 1; number <= lists; number += 1) pages[`/list/${number}`] = tablePage(tools, number, lists)
  for (const category of new Set(tools.map((tool) => tool.category)))
    pages[`/best/${slugOf(category)}`] = bulletPage(
      category,
      tools.filter((tool) => tool.category === category),
    )
  pages['/best/free'] = bulletPage(
    'Free',
    tools.filter(({ price }) => price === 'free'),
  )
  for (const [one, other] of [
    ['inkwell', 'marginalia'],
    ['kelpnote', 'hearthwiki'],
    ['nestling', 'stairwell'],
  ])
    pages[`/compare/${one}-${other}`] = comparePage(tools, one ?? '', other ?? '')
  for (const tool of tools) pages[`/tools/${tool.slug}`] = itemPage(tool)
  return pages
}

/** The page of one tool: prose, its facts spread over it. */
export function itemPage(tool: ToolFacts, more: { lang?: string; head?: string } = {}): string {
  const { name, maker, city, year, category, price, storage, platforms, licence, home, oddity } = tool
  return page(
    `${name} – Notetool Directory`,
    `<article><h1>${esc(name)}</h1>
<p>${esc(name)} is a note-taking tool of the kind “${esc(category)}”. It was first published in ${year} by ${esc(maker)} in ${esc(city)}.</p>
<p>Its price is ${esc(price)}. Notes are kept as ${esc(storage)}, and it runs on ${esc(platforms)}.</p>
<p>${esc(oddity)}</p>
<p>The licence is ${esc(licence)}. Home page: <a href="${home}">${home}</a></p>
<h2>Who it is for</h2>
<p>People who keep notes for years rather than weeks tend to ask three things of such a tool: where the notes lie, who can read them, and what
happens when the makers give up. This page answers the first from the makers’ own words and leaves the others to the reader.</p></article>`,
    {
      ...more,
      head: `<meta property="og:image" content="/images/${year % 2 === 0 ? 'large' : 'small'}.png"><meta name="description" content="${esc(oddity)}">${more.head ?? ''}`,
    },
  )
}

function frontPage(tools: readonly ToolFacts[], lists: number): string {
  return page(
    'Notetool Directory: tools for taking notes',
    `<h1>Notetool Directory</h1><p>${tools.length} tools for taking notes, described one by one.</p>
<ul>${Array.from({ length: lists }, (_none, at) => `<li><a href="/list/${at + 1}">All tools, page ${at + 1} of ${lists}</a></li>`).join('')}
<li><a href="/best/free">Free tools</a></li><li><a href="/licences">Licences explained</a></li><li><a href="/about">About</a></li></ul>`,
  )
}

function tablePage(tools: readonly ToolFacts[], number: number, lists: number): string {
  const shown = tools.slice((number - 1) * ROWS_A_PAGE, number * ROWS_A_PAGE)
  const rows = shown.map(
    (tool) =>
      `<tr><td><a href="/tools/${tool.slug}">${esc(tool.name)}</a></td><td>${esc(tool.category)}</td><td>${esc(tool.price)}</td><td>${esc(tool.maker)}</td><td><a href="${tool.home}">${tool.home}</a></td></tr>`,
  )
  return page(
    `All note-taking tools, page ${number} of ${lists}`,
    `<h1>All note-taking tools, page ${number}</h1><table><thead><tr><th>Name</th><th>Kind</th><th>Price</th><th>Maker</th><th>Home page</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
<p>${number > 1 ? `<a rel="prev" href="/list/${number - 1}">Back</a> ` : ''}${number < lists ? `<a rel="next" href="/list/${number + 1}">Next page</a>` : 'The end of the list.'}</p>`,
  )
}

function bulletPage(kind: string, tools: readonly ToolFacts[]): string {
  const entries = tools.map(
    (tool) =>
      `<li><a href="${tool.home}">${esc(tool.name)}</a>: ${esc(tool.price)}, keeps notes as ${esc(tool.storage)}. ${esc(tool.oddity)}</li>`,
  )
  return page(
    `The best note-taking tools: ${kind}`,
    `<h1>The best note-taking tools: ${esc(kind)}</h1><p>Chosen by hand. The order says nothing.</p><ul>${entries.join('\n')}</ul>`,
  )
}

function comparePage(tools: readonly ToolFacts[], one: string, other: string): string {
  const pair = tools.filter(({ slug }) => slug === one || slug === other)
  const title = `${pair.map(({ name }) => name).join(' or ')}?`
  return page(
    title,
    `<article><h1>${esc(title)}</h1>${pair
      .map(
        (tool) =>
          `<h2>${esc(tool.name)}</h2><p>${esc(tool.name)} costs ${esc(tool.price)} and keeps notes as ${esc(tool.storage)}. Its makers sit in ${esc(tool.city)}.</p>`,
      )
      .join('\n')}<p>Both have been used for a month by the same person on the same desk.</p></article>`,
  )
}

export function page(title: string, body: string, { lang = 'en', head = '' }: { lang?: string; head?: string } = {}): string {
  return `<!doctype html><html lang="${lang}"><head><title>${esc(title)}</title>${head}</head><body>
<nav><a href="/">Notetool Directory</a></nav><main>${body}</main><footer><p>Nobody pays to be listed.</p></footer></body></html>`
}

export function esc(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

export function slugOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

const about = `<h1>About this directory</h1><p>Two people in a small flat try every tool for two weeks and write down what they saw. They
have done so since 2008. They take no money from makers, and they lend out no accounts.</p>`
const news = `<h1>News</h1><p>The summer party took place on a barge. There was cake, and a talk on paper.</p><p>Subscribe to our letter and be
the first to know about exciting offers in the world of notes.</p>`
const licences = `<h1>Licences explained</h1><p>A licence says what others may do with a tool. Some of the tools here may be changed and passed
on, others may only be used. MIT, ISC and BSD ask for a line of thanks; the GPL asks that changes are passed on alike.</p>`
