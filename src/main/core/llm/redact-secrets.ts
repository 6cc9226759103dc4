const mark = '[removed]'

/** Shapes of secrets that servers and gateways like to repeat in their error texts, known to us or not. */
const secretShapes: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[^\s"',;}]+/gi, `$1 ${mark}`],
  [/\b((?:x-)?api[-_ ]?key|access[-_]?token|password|secret)(["']?\s*[:=]\s*["']?)(?!\[removed\])[^\s"',;&}]+/gi, `$1$2${mark}`],
  [/([?&](?:key|api[-_]?key|token|access[-_]?token|auth|sig|signature|secret|password)=)[^&\s"'<>]+/gi, `$1${mark}`],
  [/\b(https?:\/\/)[^\s/@"'<>]+@/gi, `$1${mark}@`],
  [/\b(?:sk|pk|rk|gsk|xai|hf|nvapi)[-_][A-Za-z0-9*_.…-]{6,}/g, mark],
  [/\bAIza[A-Za-z0-9_*-]{10,}/g, mark],
  [/[A-Za-z0-9_-]{0,40}(?:\*{3,}|…)[A-Za-z0-9*_-]+/g, mark],
]

/** Server texts are cut to this many characters before the shapes are searched, so that a huge error page costs nothing. */
const longestServerText = 8_000

export interface Redactor {
  /** For a server's error text: known secrets go, and so does all that has the shape of a key. Cut at 8,000 characters. */
  serverWords(text: string): string
  /** For a model's reply or a prompt: only known secrets go, so that the person's own text stays as it is. Never cut. */
  reply(text: string): string
  /** The same for a reply that comes in pieces, wherever a secret is cut in two. */
  stream(): StreamRedactor
}

export interface StreamRedactor {
  /** The next piece, clean. An end that may be the beginning of a secret is held back. */
  push(piece: string): string
  /** What was held back. */
  end(): string
}

/**
 * Takes secrets out of a text before it is stored, shown or logged: the API key as it is, shortened ("sk-test-…01"),
 * percent-encoded and in Base64, the password and query values of the base URL, and the values of headers. A key under 8 characters is a
 * placeholder ("none", "ollama") and is left alone, for it would hit ordinary words.
 */
export function createRedactor(known: { apiKey: string; baseUrl: string; headers?: Readonly<Record<string, string>> }): Redactor {
  const key = known.apiKey.trim()
  const secrets = [...(key.length >= 8 ? [key] : []), ...urlSecrets(known.baseUrl), ...headerSecrets(known.headers ?? {})]
  const spellings = new Set(
    secrets.flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret, 'utf8').toString('base64')]),
  )
  const exact = [...spellings].sort((a, b) => b.length - a.length)
  const reply = (text: string): string => exact.reduce((clean, secret) => clean.split(secret).join(mark), text)
  // Servers show the beginning of a key they refuse: whatever begins like the key goes as a whole.
  const beginning = key.length >= 12 ? new RegExp(`${escapeRegExp(key.slice(0, 8))}[^\\s"',;<>]*`, 'g') : null
  return {
    reply,
    stream: () => createStreamRedactor(exact, reply),
    serverWords: (text) => {
      let clean = reply(text.slice(0, longestServerText))
      if (beginning !== null) clean = clean.replace(beginning, mark)
      for (const [shape, replacement] of secretShapes) clean = clean.replace(shape, replacement)
      return clean
    },
  }
}

function createStreamRedactor(secrets: string[], clean: (text: string) => string): StreamRedactor {
  let held = ''
  return {
    push: (piece) => {
      if (secrets.length === 0) return piece
      const text = clean(held + piece)
      const keep = Math.max(...secrets.map((secret) => overlap(text, secret)))
      held = keep === 0 ? '' : text.slice(-keep)
      return keep === 0 ? text : text.slice(0, -keep)
    },
    end: () => {
      const rest = held
      held = ''
      // So much of a key is told by its beginning.
      return rest.length >= 8 ? mark : rest
    },
  }
}

/** How many characters at the end of the text are the beginning of the secret. */
function overlap(text: string, secret: string): number {
  const [first = ''] = secret
  let at = text.indexOf(first, Math.max(0, text.length - secret.length + 1))
  while (at !== -1) {
    if (secret.startsWith(text.slice(at))) return text.length - at
    at = text.indexOf(first, at + 1)
  }
  return 0
}

function urlSecrets(baseUrl: string): string[] {
  let url: URL
  try {
    url = new URL(baseUrl.trim())
  } catch {
    return []
  }
  const password = [url.password, decodeSafely(url.password)].filter((secret) => secret.length >= 3)
  const credentials = password.length === 0 ? [] : [`${decodeSafely(url.username)}:${decodeSafely(url.password)}`]
  // A short query value such as "v1" is not a secret, and would hit ordinary words.
  const queryValues = [...url.searchParams.values()].filter((secret) => secret.length >= 8)
  return [...credentials, ...password, ...queryValues]
}

/** A header's value, and its last word alone where a scheme stands before it ("Bearer …"). Short values are no secrets. */
function headerSecrets(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers)
    .flatMap((value) => [value.trim(), value.trim().split(/\s+/).at(-1) ?? ''])
    .filter((value) => value.length >= 8)
}

function decodeSafely(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
