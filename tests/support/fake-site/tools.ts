/** One entry of the invented directory. No two share a name, home page, price or city. */
export interface ToolFacts {
  slug: string
  name: string
  maker: string
  city: string
  year: number
  /** One of five: Outliner, Plain text, Handwriting, Team wiki, Voice notes. */
  category: string
  price: string
  storage: string
  platforms: string
  licence: string
  /** The tool's own home page, on a made-up host of its own. */
  home: string
  /** One sentence that stands on no other page. */
  oddity: string
}

/** name | maker | city | year | category | price | storage | platforms | licence | oddity */
const rows = `
Inkwell | Marta Olsen | Bergen | 2014 | Plain text | 19 euros once | Markdown files | Linux and macOS | GPL-3.0 | It refuses to open a folder with more than 9,000 notes.
Slate & Chalk | Dune Works | Porto | 2017 | Handwriting | 4 euros a month | a sealed archive | tablets only | proprietary | Its pen lags by 11 milliseconds on the makers’ own tablet.
Threadbare | Otis Fane | Leeds | 2019 | Outliner | free | one JSON file | any browser | MIT | Threadbare was written during a 14 hour train journey.
Kelpnote | Kelp Collective | Galway | 2021 | Team wiki | 7 euros a seat | PostgreSQL | any browser | AGPL-3.0 | Kelpnote keeps tide tables beside every page.
Murmur Box | Ana Petri | Graz | 2020 | Voice notes | 29 euros once | FLAC files | Android | Apache-2.0 | Recordings are cut at 47 minutes.
Paperweight | Lund & Sons | Lund | 2009 | Plain text | 12 euros a year | plain text | Windows | proprietary | Paperweight still ships on a compact disc.
Nestling | Rook Labs | Tartu | 2018 | Outliner | 39 euros once | SQLite | macOS | proprietary | An outline in Nestling may be 64 levels deep.
Quill of Nine | Nine Guild | Ghent | 2016 | Handwriting | 55 euros once | SVG pages | Windows and iPad | proprietary | It imitates nine nibs of the year 1911.
Fernweh | Fern Kollektiv | Kassel | 2022 | Team wiki | free | Git | Linux | EUPL-1.2 | Every edit in Fernweh names the weather in Kassel.
Dictaphone Zero | Zero Hz | Oslo | 2023 | Voice notes | 3 euros a month | Opus files | iPhone | proprietary | It starts recording when the phone is shaken three times.
Marginalia | Ilse Braun | Jena | 2011 | Plain text | 24 euros once | AsciiDoc | Linux | BSD-2-Clause | Margins hold up to 280 characters a line.
Branchwater | Cask Software | Cork | 2015 | Outliner | 6 euros a month | OPML | any browser | proprietary | Branchwater was named in a whiskey distillery.
Scriptorium Nova | Abbey Code | Melk | 2013 | Handwriting | 80 euros once | PDF layers | Linux tablets | GPL-2.0 | Its page sizes follow a codex of 1280.
Hearthwiki | Hearth Foundation | Tampere | 2012 | Team wiki | 2 euros a seat | MariaDB | any browser | MIT | Hearthwiki logs people out at midnight, Finnish time.
Echo Ledger | Ledgerline | Basel | 2019 | Voice notes | 99 euros once | WAV files | Windows | proprietary | Echo Ledger prices silence at half a credit.
Tinderbark | Pia Holm | Umeå | 2020 | Plain text | free | Org files | Emacs | GPL-3.0 | Tinderbark has 311 key chords.
Stairwell | Flight Nine | Lyon | 2018 | Outliner | 15 euros a year | XML | macOS and iPad | proprietary | Each level is shown 3 pixels lower than the last.
Vellum Drift | Drift Studio | Faro | 2021 | Handwriting | 8 euros a month | a cloud of its own | iPad | proprietary | Vellum Drift lets ink fade after 400 days.
Commonplace | The Commons | Delft | 2010 | Team wiki | 5 euros a seat | CouchDB | any browser | MPL-2.0 | Its search was rewritten in 2019 by two interns.
Whisper Mill | Millrace | Brno | 2022 | Voice notes | 17 euros once | Matroska files | Linux | LGPL-3.0 | Whisper Mill transcribes 41 languages without a network.
Loose Leaf | Leaf & Co | Namur | 2017 | Plain text | 9 euros a year | one text file | Windows and Linux | ISC | Loose Leaf never scrolls: it turns pages.
Root Cellar | Beet Systems | Ljubljana | 2016 | Outliner | 21 euros once | LMDB | Linux | Zlib | Old outlines ripen in a cellar for 30 days before they are deleted.
`

/** Their pages are in other scripts and encodings. */
const foreignRows = `
Carnet Bleu | Élodie Renard | Besançon | 2015 | Plain text | 11 euros une fois | fichiers HTML | Windows | CeCILL-2.1 | Le carnet garde trois copies à part.
墨帳 | 墨田工房 | 東京 | 2018 | Handwriting | 月額300円 | 画像ファイル | Android | 独自 | 墨帳は一冊につき百八枚まで書けます。
Skrivbok Åska | Åskväder AB | Växjö | 2014 | Outliner | 149 kronor | SQLite | Linux | EPL-2.0 | Boken stänger sig själv när det åskar.
`

/** Of the second version. */
const newRows = `
Copperplate | Etch & Rule | Antwerp | 2026 | Handwriting | 33 euros once | TIFF pages | Windows | proprietary | Copperplate prints mirrored by default.
`

const latinSlugs: Record<string, string> = { 墨帳: 'sumi-cho' }

function readRows(table: string): ToolFacts[] {
  return table
    .trim()
    .split('\n')
    .map((row) => {
      const [
        name = '',
        maker = '',
        city = '',
        year = '',
        category = '',
        price = '',
        storage = '',
        platforms = '',
        licence = '',
        oddity = '',
      ] = row.split(' | ')
      const slug = latinSlugs[name] ?? plainSlug(name)
      const home = `https://${slug}.example/`
      return { slug, name, maker, city, year: Number(year), category, price, storage, platforms, licence, home, oddity }
    })
}

function plainSlug(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
}

export const tools: readonly ToolFacts[] = readRows(rows)
export const foreignTools: readonly ToolFacts[] = readRows(foreignRows)

/** What differs from the second version of the site on: two texts changed, one tool gone, one new. */
export const changedTools: readonly ToolFacts[] = tools
  .filter(({ slug }) => slug !== 'paperweight')
  .map((tool) => {
    if (tool.slug === 'inkwell') return { ...tool, price: '23 euros once', oddity: 'Since spring it opens folders of any size.' }
    return tool.slug === 'kelpnote' ? { ...tool, price: '8 euros a seat', maker: 'Kelp Limited' } : tool
  })
  .concat(readRows(newRows))
