import { describe, expect, it } from 'vitest'
import type { ReadPage } from '../../../src/main/core/web/page-messages'
import { MAX_PAGE_LENGTH, readHtml, readText } from '../../../src/main/core/web/read-page'

const URL_OF_PAGE = 'https://site.example/dir/page.html'

function read(html: string | Uint8Array, charset = 'utf-8', url = URL_OF_PAGE): ReadPage {
  return readHtml({ bytes: typeof html === 'string' ? Buffer.from(html) : html, type: 'text/html', charset, url })
}
const words = 'The tool library on Mill Street has four hundred drills, and nobody borrows a drill twice, which says something. '

function article(body: string, head = ''): string {
  return `<!doctype html><html lang="en-GB"><head><title>A page – Site</title>${head}</head><body>
    <nav><a href="/">Home</a><a href="/about">About</a></nav>
    <article><h1>Lend the nerve</h1><p>${words.repeat(4)}</p>${body}<p>${words.repeat(4)}</p></article>
    <footer>Imprint and so on</footer></body></html>`
}

describe('an article', () => {
  it('is its content without what stands around it', () => {
    const page = read(article('<p>Middle.</p>'))
    expect(page.form).toBe('article')
    expect(page.text).toContain('Middle.')
    expect(page.text).not.toContain('Imprint')
    expect(page).toMatchObject({ title: 'A page – Site', language: 'en-GB', cut: false, characters: page.text.length })
  })

  it('keeps its paragraphs inside <main>, around which Readability puts elements of its own', () => {
    const page = read(
      `<body><nav><a href="/">Home</a></nav><main><article><h2>Head</h2><p>${words.repeat(3)}</p><p>Next.</p></article></main></body>`,
    )
    expect(page.form).toBe('article')
    expect(page.markdown).toContain('\n\nNext.')
    expect(page.text).toContain('\n\nNext.')
  })

  it('is read when it has a body and no html around it', () => {
    expect(read('<body><p>Hello</p><p>you</p></body>').text).toBe('Hello\n\nyou')
    expect(read('<!doctype html><head><title>T</title></head><body><p>Hello</p></body>')).toMatchObject({ title: 'T', text: 'Hello' })
  })

  it('whose content is one table stays a table', () => {
    const rows = Array.from(
      { length: 8 },
      (_none, at) => `<tr><td><a href="/${at}">Tool ${at}</a></td><td>Made in a town by the sea</td><td>${at} euros</td></tr>`,
    )
    const { markdown } = read(
      `<body><nav><a href="/">Home</a></nav><main><table><thead><tr><th>Name</th><th>Made</th><th>Price</th></tr></thead><tbody>${rows.join('')}</tbody></table></main></body>`,
    )
    expect(markdown).toContain('| [Tool 3](https://site.example/3) | Made in a town by the sea | 3 euros |')
  })

  it('is Markdown: headings by #, emphasis, code, quotes, lists in lists, tables', () => {
    const { markdown, text } = read(
      article(`<h2>Part  <em>one</em></h2><p>Some <strong> bold </strong> and <code>code()</code>,<br>next line.</p>
        <blockquote><p>Said once.</p><p>Said twice.</p></blockquote>
        <ul><li>First<ul><li>Inner</li><li>Second <a href="../x?a=(1)&amp;b=2#part">link</a></li></ul></li><li><p>Last</p></li></ul>
        <ol><li>One</li><li>Two</li></ol>
        <table><thead><tr><th>Name</th><th>Count</th></tr></thead><tbody><tr><td>Drill | big</td><td>400</td></tr></tbody></table>
        <pre>let a = 1\n  indented</pre>`),
    )
    expect(markdown).toContain('## Part *one*\n\nSome **bold** and `code()`,\nnext line.')
    expect(markdown).toContain('> Said once.\n> \n> Said twice.')
    expect(markdown).toContain('- First\n  - Inner\n  - Second [link](https://site.example/x?a=%281%29&b=2#part)\n- Last')
    expect(markdown).toContain('1. One\n2. Two')
    expect(markdown).toContain('| Name | Count |\n| --- | --- |\n| Drill \\| big | 400 |')
    expect(markdown).toContain('```\nlet a = 1\n  indented\n```')
    expect(text).toContain('Some bold and code(),\nnext line.')
    expect(text).toContain('Name · Count\nDrill | big · 400')
    expect(text).not.toMatch(/[*#`]|\]\(/)
  })

  it('has absolute links, read against its base, and drops those that lead to no page', () => {
    const head = '<base href="https://cdn.example/deep/">'
    const { links, markdown } = read(
      article(
        `<p>${words} <a href="a.html">rel</a> <a href="/b">root</a> <a href="//other.example/c">scheme</a> <a href="javascript:alert(1)">script</a>
         <a href="data:text/html,x">data</a> <a href="mailto:a@b.example">mail</a> <a href="a.html#two">same</a> <a href="http://[bad/">bad</a></p>`,
        head,
      ),
    )
    expect(links.map(({ url, text }) => [url, text])).toEqual([
      ['https://cdn.example/', 'Home'],
      ['https://cdn.example/about', 'About'],
      ['https://cdn.example/deep/a.html', 'rel'],
      ['https://cdn.example/b', 'root'],
      ['https://other.example/c', 'scheme'],
    ])
    expect(markdown).toContain('[rel](https://cdn.example/deep/a.html)')
    expect(markdown).not.toMatch(/javascript|data:text|mailto/)
  })

  it('tells its picture, date and language from its head or its data', () => {
    const head = `<meta property="og:image" content="/picture.jpg"><meta property="article:published_time" content="2024-05-01T10:00:00+02:00">`
    expect(read(article('', head))).toMatchObject({ image: 'https://site.example/picture.jpg', publishedAt: '2024-05-01T08:00:00.000Z' })
    const data = '<script type="application/ld+json">{"@type":"Article","datePublished":"2023-02-03","x":"</scr"}</script>'
    expect(read(article('', data))).toMatchObject({ image: null, publishedAt: '2023-02-03' })
    expect(read(article('<time datetime="2022-01-02">long ago</time>')).publishedAt).toBe('2022-01-02')
    expect(read(article('', '<meta name="date" content="soon">')).publishedAt).toBeNull()
    expect(read('<html lang="not a language!!"><p>x').language).toBeNull()
    expect(read(article('', '<meta property="og:image" content="javascript:alert(1)">')).image).toBeNull()
  })
})

describe('a page that leaves out tags', () => {
  it.each([
    ['body', `<html lang=de><title>T</title><article><p>${words.repeat(5)}</p></article>`],
    ['head and body', `<!DOCTYPE html><html lang="de"><meta charset=utf-8><title>T</title><p>${words.repeat(5)}`],
    ['closing tags', `<html lang=de><head><title>T</title></head><body><p>${words.repeat(5)}<p>Next`],
  ])('is read as a browser reads it: %s', (_what, html) => {
    const page = read(html)
    expect(page).toMatchObject({ title: 'T', language: 'de' })
    expect(page.text).toContain('nobody borrows a drill twice')
  })

  it('is read without any of them', () => {
    expect(read('<title>T</title>Just <b>words</b>')).toMatchObject({ title: 'T', markdown: 'Just **words**', text: 'Just words' })
  })
})

describe('what a person does not see', () => {
  it('is not read: scripts, styles, comments, templates and hidden elements', () => {
    const page = read(
      article(`<script>document.write("RUN")</script><style>.x{content:"STYLE"}</style><!-- COMMENT --><template><p>TEMPLATE</p></template>
        <p style="display: none">NONE</p><div hidden>HIDDEN</div><span aria-hidden="true">ARIA</span><p style="visibility:hidden">VISIBILITY</p>
        <p style="font-size:0">SIZE</p><noscript>NOSCRIPT</noscript><iframe srcdoc="<p>FRAME</p>"></iframe><svg><text>SVG</text></svg>
        <button>BUTTON</button><select><option>OPTION</option></select><p>Seen.</p>`),
    )
    for (const text of [page.markdown, page.text]) {
      expect(text).toContain('Seen.')
      expect(text).not.toMatch(/RUN|STYLE|COMMENT|TEMPLATE|NONE|HIDDEN|ARIA|VISIBILITY|SIZE|NOSCRIPT|FRAME|SVG|BUTTON|OPTION/)
    }
  })

  it('does not run: a script that would change the world when parsed does not', () => {
    const before = { ...globalThis }
    read('<script>globalThis.hacked = 1</script><img src=x onerror="globalThis.hacked = 1"><body onload="globalThis.hacked=1"><p>x')
    expect('hacked' in globalThis).toBe(false)
    expect(Object.keys(globalThis)).toEqual(Object.keys(before))
  })
})

describe('a page that is a list', () => {
  it('is given whole, with every link', () => {
    const rows = Array.from(
      { length: 60 },
      (_, index) => `<div class="row"><a href="/tool/${index}">Tool number ${index}</a> <span>good</span></div>`,
    ).join('')
    const page = read(`<html><head><title>Tools</title></head><body><p>${words}</p><div>${rows}</div></body></html>`)
    expect(page.text).toContain('Tool number 0')
    expect(page.text).toContain('Tool number 59')
    expect(page.links).toHaveLength(60)
    expect(page.links[59]).toEqual({ url: 'https://site.example/tool/59', text: 'Tool number 59' })
  })

  it('with tables that only place things is walked through', () => {
    const { markdown } = read('<table><tr><td><p>Left</p></td><td><table><tr><td>Inner</td><td>cell</td></tr></table></td></tr></table>')
    expect(markdown).toBe('Left\n\n| Inner | cell |\n| --- | --- |')
  })
})

describe('a page in another writing', () => {
  it('of an old server in Big5, in large letters, is read', () => {
    const before = Buffer.from('<HTML><HEAD><META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=big5"><TITLE>')
    const after = Buffer.from('</TITLE></HEAD><BODY BGCOLOR=white><A HREF="a.htm">x</A></BODY></HTML>')
    const page = read(Buffer.concat([before, Uint8Array.from([0xa4, 0xa4, 0xa4, 0xe5]), after]), '')
    expect(page).toMatchObject({ title: '中文', links: [{ url: 'https://site.example/dir/a.htm', text: 'x' }] })
  })
})

describe('a page made to break its reader', () => {
  it.each([
    ['nothing', ''],
    ['spaces', '   \n\t '],
    ['only a tag that never ends', `<p ${'a'.repeat(100_000)}`],
    ['deep nesting', `${'<div>'.repeat(5000)}deep words`],
    ['deep inline nesting', `${'<b>'.repeat(5000)}deep words`],
    ['deep lists', `${'<ul><li>'.repeat(2000)}deep words`],
    ['deep quotes', `${'<blockquote>'.repeat(2000)}deep words`],
    ['tables in tables', `${'<table><tr><td>'.repeat(2000)}deep words`],
    ['a broken comment', `<p>before</p><!-- ${'-'.repeat(10_000)}`],
    ['null characters', '<p>a\0b</p>'],
    ['a frame set', '<frameset><frame src="a.html"></frameset>'],
  ])('is read or empty, without a fault: %s', (_name, html) => {
    const page = read(html)
    expect(page.markdown.length).toBeLessThan(30_000)
    if (html.endsWith('deep words')) expect(page.text).toContain('deep words')
  })

  it.each([
    ['a million line breaks', `${'<br>'.repeat(1_000_000)}end words`],
    ['a million entities', `${'&amp;'.repeat(1_000_000)}`],
    ['millions of opening signs', `${'<'.repeat(3_000_000)}end words`],
    ['a tag of many attributes', `<p ${'a=1 '.repeat(400_000)}>end words`],
    ['very deep nesting', `${'<div>'.repeat(400_000)}end words`],
    ['scripts without end', `${'<script>'.repeat(400_000)}end words`],
  ])('gives its words without a document where that would fill the memory: %s', (_name, html) => {
    const page = read(`<title>A &amp; B</title><style>NEVER</style><!-- NEVER -->${html}`)
    expect(page).toMatchObject({ title: 'A & B', form: 'whole', links: [] })
    expect(page.text).not.toContain('NEVER')
    if (html.endsWith('end words') && html.length < 5_000_000 && !html.startsWith('<script') && !html.startsWith('<<'))
      expect(page.text).toContain('end words')
  })

  it('is cut where it is longer than is kept, between two characters', () => {
    const page = read(`<p>${'😀'.repeat(MAX_PAGE_LENGTH)}</p>`)
    expect(page.cut).toBe(true)
    expect(page.markdown.length).toBeLessThanOrEqual(MAX_PAGE_LENGTH)
    expect(page.markdown).toMatch(/^(?:😀)+$/u)
  })
})

describe('a text that is no page', () => {
  it('is itself, under the name of its file or its first heading', () => {
    const text = (body: string, url: string) => readText({ bytes: Buffer.from(body), type: 'text/plain', charset: '', url })
    expect(text('a\r\nb', 'https://site.example/my%20notes.txt?x=1')).toMatchObject({
      title: 'my notes.txt',
      text: 'a\nb',
      form: 'text',
      characters: 3,
    })
    expect(text('# Heading\n\nWords', 'https://site.example/readme.md').title).toBe('Heading')
    expect(text('{"a": "ö"}', 'https://site.example/')).toMatchObject({ title: 'site.example', text: '{"a": "ö"}' })
    expect(text('x'.repeat(MAX_PAGE_LENGTH + 5), 'https://site.example/a')).toMatchObject({ cut: true, characters: MAX_PAGE_LENGTH })
  })
})
