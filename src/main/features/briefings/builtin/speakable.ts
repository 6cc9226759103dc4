import { plainText } from '../../../core/text/plain-text'

interface Spoken {
  link: (site: string) => string
  dot: string
  email: string
  and: string
  about: string
  to: string
  times: string
  percent: string
  thousand: string
  million: string
  currency: Record<'€' | '$' | '£', string>
  /** Abbreviations as patterns, and what is said for them. */
  short: [RegExp, string][]
  units: [RegExp, string][]
}

const languages: Record<string, Spoken> = {
  en: {
    link: (site) => `a link to ${site}`,
    dot: 'dot',
    email: 'an e-mail address',
    and: 'and',
    about: 'about',
    to: 'to',
    times: 'times',
    percent: 'percent',
    thousand: 'thousand',
    million: 'million',
    currency: { '€': 'euros', $: 'dollars', '£': 'pounds' },
    short: [
      [/\be\.\s?g\.,?/gi, 'for example'],
      [/\bi\.\s?e\.,?/gi, 'that is'],
      [/\betc\.(?=\s*$)/gi, 'and so on.'],
      [/\betc\.?/gi, 'and so on'],
      [/\bvs?\.(?=\s)/gi, 'versus'],
      [/\bapprox\./gi, 'about'],
      [/\bcf\./gi, 'compare'],
      [/\bno\.\s?(?=\d)/gi, 'number '],
      [/\bw\/o\b/gi, 'without'],
      [/\bw\/(?=\s?\w)/gi, 'with '],
      [/\bre:/gi, 'about'],
      [/\bDr\.(?=\s)/g, 'Doctor'],
      [/\bMr\.(?=\s)/g, 'Mister'],
      [/\bMrs\.(?=\s)/g, 'Missus'],
      [/\bSt\.(?=\s\p{Lu})/gu, 'Saint'],
    ],
    units: [
      [/(\d)\s?(?:mins?\b\.?)(?!\p{L})/gu, '$1 minutes'],
      [/(\d)\s?(?:hrs?|h)(?![\p{L}])\.?/gu, '$1 hours'],
      [/(\d)\s?kg(?!\p{L})/gu, '$1 kilograms'],
      [/(\d)\s?km(?!\p{L})/gu, '$1 kilometres'],
      [/(\d)\s?ms(?!\p{L})/gu, '$1 milliseconds'],
      [/(\d)\s?°\s?C(?!\p{L})/gu, '$1 degrees'],
    ],
  },
  de: {
    link: (site) => `ein Link zu ${site}`,
    dot: 'Punkt',
    email: 'eine E-Mail-Adresse',
    and: 'und',
    about: 'etwa',
    to: 'bis',
    times: 'mal',
    percent: 'Prozent',
    thousand: 'tausend',
    million: 'Millionen',
    currency: { '€': 'Euro', $: 'Dollar', '£': 'Pfund' },
    short: [
      [/\bz\.\s?B\./g, 'zum Beispiel'],
      [/\bd\.\s?h\./g, 'das heißt'],
      [/\bu\.\s?a\./g, 'unter anderem'],
      [/\busw\.(?=\s*$)/g, 'und so weiter.'],
      [/\busw\.?/g, 'und so weiter'],
      [/\bbzw\./g, 'beziehungsweise'],
      [/\bca\./g, 'etwa'],
      [/\bggf\./g, 'gegebenenfalls'],
      [/\bevtl\./g, 'eventuell'],
      [/\bvgl\./g, 'vergleiche'],
      [/\bNr\.\s?(?=\d)/g, 'Nummer '],
      [/\bDr\.(?=\s)/g, 'Doktor'],
    ],
    units: [
      [/(\d)\s?Min\.?(?!\p{L})/gu, '$1 Minuten'],
      [/(\d)\s?Std\.?(?!\p{L})/gu, '$1 Stunden'],
      [/(\d)\s?kg(?!\p{L})/gu, '$1 Kilogramm'],
      [/(\d)\s?km(?!\p{L})/gu, '$1 Kilometer'],
      [/(\d)\s?°\s?C(?!\p{L})/gu, '$1 Grad'],
    ],
  },
  fr: {
    link: (site) => `un lien vers ${site}`,
    dot: 'point',
    email: 'une adresse électronique',
    and: 'et',
    about: 'environ',
    to: 'à',
    times: 'fois',
    percent: 'pour cent',
    thousand: 'mille',
    million: 'millions',
    currency: { '€': 'euros', $: 'dollars', '£': 'livres' },
    short: [
      [/\bp\.\s?ex\./g, 'par exemple'],
      [/c\.-à-d\./g, "c'est-à-dire"],
      [/\betc\.(?=\s*$)/g, 'et cetera.'],
      [/\betc\.?/g, 'et cetera'],
      [/\benv\./g, 'environ'],
      [/\bM\.(?=\s\p{Lu})/gu, 'Monsieur'],
      [/\bMme(?=\s)/g, 'Madame'],
    ],
    units: [
      [/(\d)\s?min(?!\p{L})\.?/gu, '$1 minutes'],
      [/(\d)\s?h(?!\p{L})/gu, '$1 heures'],
      [/(\d)\s?kg(?!\p{L})/gu, '$1 kilos'],
      [/(\d)\s?km(?!\p{L})/gu, '$1 kilomètres'],
      [/(\d)\s?°\s?C(?!\p{L})/gu, '$1 degrés'],
    ],
  },
  es: {
    link: (site) => `un enlace a ${site}`,
    dot: 'punto',
    email: 'una dirección de correo',
    and: 'y',
    about: 'unos',
    to: 'a',
    times: 'veces',
    percent: 'por ciento',
    thousand: 'mil',
    million: 'millones',
    currency: { '€': 'euros', $: 'dólares', '£': 'libras' },
    short: [
      [/\bp\.\s?ej\./g, 'por ejemplo'],
      [/\betc\.(?=\s*$)/g, 'etcétera.'],
      [/\betc\.?/g, 'etcétera'],
      [/\bEE\.\s?UU\./g, 'Estados Unidos'],
      [/\bSr\.(?=\s)/g, 'Señor'],
      [/\bSra\.(?=\s)/g, 'Señora'],
    ],
    units: [
      [/(\d)\s?min(?!\p{L})\.?/gu, '$1 minutos'],
      [/(\d)\s?h(?!\p{L})/gu, '$1 horas'],
      [/(\d)\s?kg(?!\p{L})/gu, '$1 kilos'],
      [/(\d)\s?km(?!\p{L})/gu, '$1 kilómetros'],
      [/(\d)\s?°\s?C(?!\p{L})/gu, '$1 grados'],
    ],
  },
}

const english = languages.en as Spoken

/** A day as it is spoken, such as "3 October 2025"; '' when the time is not known. */
export function spokenDate(time: number, lang: string): string {
  if (!Number.isFinite(time) || time <= 0 || time > 8e15) return ''
  const locale = lang === 'en' ? 'en-GB' : languages[lang] ? lang : 'en-GB'
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }).format(time)
}

/**
 * A sentence for the ear: no Markdown marks, addresses, brackets or symbols; common abbreviations, amounts and dates as words around plain
 * digits. In a language without its own table symbols are left out rather than read in English.
 */
export function speakable(text: string, lang: string): string {
  const spoken = languages[lang] ?? null
  const words = spoken ?? english
  let said = plainText(text.slice(0, 2000))
    .replace(/(?:https?:\/\/|www\.)([^\s<>)\]"”]+)/giu, (_, rest: string) => {
      const site = (rest.split(/[/?#:]/)[0] ?? '').replace(/^www\./, '').replace(/[.,;]+$/, '')
      return spoken ? ` ${spoken.link(site.split('.').filter(Boolean).join(` ${spoken.dot} `))} ` : ' '
    })
    .replace(/[\w.+-]+@[\w-]+\.[\w.-]+\w/g, spoken ? spoken.email : ' ')
    .replace(/\[\d{1,3}\]/g, '')
    .replace(/(?<![\p{L}\p{N}])[#@](?=[\p{L}\p{N}])/gu, '')
    .replace(/(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)+/gu, ' ')
  if (spoken) {
    for (const [pattern, word] of [...spoken.short, ...spoken.units]) said = said.replace(pattern, word)
    said = said
      .replace(
        /(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)/g,
        (all, year: string, month: string, day: string) => spokenDate(new Date(+year, +month - 1, +day).getTime(), lang) || all,
      )
      .replace(/(\d)\s?[–-]\s?(?=\d)/g, `$1 ${words.to} `)
      .replace(/([€$£])\s?(\d[\d.,]*\d|\d)\s?(k|M)?(?!\p{L})/gu, (_, sign: '€' | '$' | '£', amount: string, scale?: string) =>
        [amount, scale === 'k' ? words.thousand : scale === 'M' ? words.million : '', words.currency[sign]].filter(Boolean).join(' '),
      )
      .replace(/(\d)\s?([€$£])/g, (_, digit: string, sign: '€' | '$' | '£') => `${digit} ${words.currency[sign]}`)
      .replace(/(\d)k(?!\p{L})/gu, `$1 ${words.thousand}`)
      .replace(/(\d)M(?!\p{L})/gu, `$1 ${words.million}`)
      .replace(/(\d)\s?%/g, `$1 ${words.percent}`)
      .replace(/(\d)\s?[x×](?![\p{L}\p{N}])/gu, `$1 ${words.times}`)
      .replace(/[~≈]\s?(?=\d)/g, `${words.about} `)
      .replace(/\s&\s/g, ` ${words.and} `)
  }
  return (
    said
      .replace(/\s*(?:->|=>|→|⇒|—|–)\s*/g, ', ')
      .replace(/\s*[([{]\s*/g, ', ')
      .replace(/\s*[)\]}]/g, ',')
      .replace(/[*_`|<>^\\~=+#"]+/g, ' ')
      .replace(/\s\/\s|(?<=\p{L})\/(?=\p{L})/gu, ', ')
      .replace(/\s+/g, ' ')
      // French sets a space before the tall marks.
      .replace(lang === 'fr' ? /\s+([,.])/g : /\s+([,.;:!?])/g, '$1')
      .replace(/,(?:\s*,)+/g, ',')
      .replace(/,\s*([.;:!?])/g, '$1')
      .replace(/^[\s,;.]+|[\s,]+$/g, '')
  )
}

/** The same with a mark at its end, so that a voice makes a pause. '' stays ''. */
export function spokenSentence(text: string, lang: string): string {
  const said = speakable(text, lang)
  if (!/[\p{L}\p{N}]/u.test(said)) return ''
  const ended = said.replace(/[,;:]$/, '')
  if (/[.!?…。！？؟][”’»」]?$/u.test(ended)) return ended
  return `${ended}${/[\u3040-\u9fff]/.test(ended) ? '。' : '.'}`
}
