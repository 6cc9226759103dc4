import { foldText } from '../../core/text/normalise-text'
import { stemWord } from '../../core/text/stem'

/** Why two tags may be one. */
export type NearReason = 'joining' | 'accents' | 'plural' | 'article' | 'spelling'

export interface NearPair<T> {
  one: T
  other: T
  reason: NearReason
}

interface Shape<T> {
  tag: T
  folded: string
  words: string[]
  /** All letters and digits, without what joins words. */
  squashed: string
  /** Runs of digits, and of signs that are no joint: tags that differ in them are two things, as 2023 and 2024, c and c++, 1.1 and 11. */
  marks: string
}

const joints = /[\s\-_‐-―]+|(?<=[\p{L}\p{N}])[.'’·](?=[\p{L}\p{N}])/gu
const signs = /[^\p{L}\p{M}\s]+/gu
/** Scripts in which one letter more or less is likely a slip. In others it is another word. */
const alphabetic = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u
const latin = /^[\p{Script=Latin}]+$/u
const arabic = /^\p{Script=Arabic}+$/u
/** In shorter words one letter makes another word: `cat` and `car`. */
const SHORTEST_SLIP = 5
/** Words in -s that are no plural of the word without it. */
const noPlurals = new Set(['news', 'lens', 'goods', 'arms', 'corps', 'pass', 'does'])

function shapeOf<T extends { name: string }>(tag: T): Shape<T> {
  const folded = foldText(tag.name).trim()
  // A slash makes a tag below another: it parts words, and is not left out.
  const apart = folded.replace(joints, ' ').replace(/\//g, ' / ')
  const words = apart.split(' ').filter(Boolean)
  return { tag, folded, words, squashed: words.join(''), marks: (apart.match(signs) ?? []).join(' ') }
}

/** The one word in which two tags of as many words differ, from both; null when they differ in more, or in how many they have. */
function differingWord<T>(a: Shape<T>, b: Shape<T>): [string, string] | null {
  if (a.words.length !== b.words.length) return null
  const at = a.words.findIndex((word, place) => word !== b.words[place])
  if (at < 0 || a.words.some((word, place) => place !== at && word !== b.words[place])) return null
  const [one, other] = [a.words[at], b.words[at]]
  return one !== undefined && other !== undefined ? [one, other] : null
}

function isPlural(short: string, long: string): boolean {
  if (short.length < 3 || !latin.test(long) || noPlurals.has(long)) return false
  if (long === `${short}s`) return !short.endsWith('s')
  if (long === `${short}es`) return /(?:s|x|z|ch|sh|o)$/u.test(short) || (long.length >= 6 && /[dlnrt]$/u.test(short))
  return short.endsWith('y') && long === `${short.slice(0, -1)}ies` && !/[aeiou]y$/u.test(short)
}

/** Whether one slip of the hand (a letter left out, too many, another, or two swapped) makes one word of the other. The first letter is seldom a slip. */
function isOneSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [[...a], [...b]] : [[...b], [...a]]
  if (short.length < SHORTEST_SLIP - 1 || long.length < SHORTEST_SLIP || long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (at === 0) return false
  const rest = (letters: readonly string[], from: number) => letters.slice(from).join('')
  if (long.length > short.length) return short.length >= SHORTEST_SLIP && rest(short, at) === rest(long, at + 1)
  if (at === short.length) return false
  if (rest(short, at + 1) === rest(long, at + 1)) return true
  return short[at] === long[at + 1] && short[at + 1] === long[at] && rest(short, at + 2) === rest(long, at + 2)
}

/** Why two tags may be one; null when they are two. */
function nearReason<T extends { name: string }>(a: Shape<T>, b: Shape<T>): NearReason | null {
  if (a.marks !== b.marks || !/\p{L}/u.test(a.squashed)) return null
  if (a.squashed === b.squashed) return a.folded === b.folded ? 'accents' : 'joining'
  const words = differingWord(a, b)
  if (words === null) return null
  const [one, other] = words
  // A word with a digit or a sign in it is a name: `v1a` is no slip of `v1b`.
  if (/[^\p{L}\p{M}]/u.test(one + other)) return null
  if (isPlural(one, other) || isPlural(other, one)) return 'plural'
  if (arabic.test(one) && arabic.test(other)) {
    const bare = (word: string) => word.replace(/^ال/u, '')
    if (bare(one) === bare(other)) return 'article'
    return one.length >= 4 && other.length >= 4 && stemWord(one, 'ar') === stemWord(other, 'ar') ? 'plural' : null
  }
  return alphabetic.test(one) && alphabetic.test(other) && isOneSlip(one, other) ? 'spelling' : null
}

const order: readonly NearReason[] = ['accents', 'joining', 'plural', 'article', 'spelling']
/** Tags after which others get their turn. */
const TURN = 100

/**
 * Pairs of tags that may be one, the surest first: those that differ in accents, in how words are joined, in number, or by one slip in a
 * word of five letters or more. Looks only at tags that have a shape in common, so the cost grows with the number of tags. A generator:
 * each `yield` ends a few milliseconds of work.
 */
export function* nearTags<T extends { name: string }>(tags: readonly T[]): Generator<undefined, NearPair<T>[]> {
  const bySlip = new Map<string, Shape<T>[]>()
  const pairs: NearPair<T>[] = []
  let seen = 0
  for (const tag of tags) {
    const shape = shapeOf(tag)
    const known = new Set<Shape<T>>()
    for (const key of keysOf(shape)) {
      const others = bySlip.get(key) ?? []
      for (const other of others) {
        if (known.has(other)) continue
        known.add(other)
        const reason = nearReason(other, shape)
        if (reason !== null) pairs.push({ one: other.tag, other: tag, reason })
      }
      others.push(shape)
      bySlip.set(key, others)
    }
    seen += 1
    if (seen % TURN === 0) yield
  }
  return pairs.sort((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason))
}

/** Any two tags that may be one have one of these in common: the letters, all of them or without one, and shorter forms of the words. */
function keysOf<T>({ squashed, words }: Shape<T>): Set<string> {
  const keys = new Set([squashed])
  const letters = [...squashed]
  if (letters.length >= SHORTEST_SLIP && letters.length <= 40)
    for (let at = 1; at < letters.length; at += 1)
      keys.add(
        letters
          .slice(0, at)
          .concat(letters.slice(at + 1))
          .join(''),
      )
  const singular = words.map((word) =>
    word
      .replace(/ies$/u, 'y')
      .replace(/(?:es|s)$/u, '')
      .replace(/e$/u, '')
      .replace(/^ال/u, ''),
  )
  keys.add(`~${singular.join('')}`)
  if (arabic.test(squashed)) keys.add(`~${words.map((word) => stemWord(word, 'ar')).join('')}`)
  return keys
}
