import { createRandom } from '../../core/search/topic-vectors'

const beginnings = 'b br c ch d dr f fl g gr h k l m n p pl pr qu r s sh sl st t th tr v w'.split(' ')
const vowels = 'a e i o u ai ea ie oo ou'.split(' ')
const ends = ['', 'l', 'm', 'n', 'nd', 'r', 'rk', 's', 'st', 't']

/** Words that look like words, always the same ones. The first are the most frequent. */
export function makeWords(count: number, seed = 3): string[] {
  const random = createRandom(seed)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const words = new Set<string>()
  while (words.size < count) {
    const syllables = words.size < 200 ? 1 : 2 + Math.floor(random() * 2)
    words.add(Array.from({ length: syllables }, () => pick(beginnings) + pick(vowels) + pick(ends)).join(''))
  }
  return [...words]
}

export interface SeededNote {
  id: string
  title: string
  body: string
  tags: string[]
  createdAt: number
  vector: Float32Array
}

/**
 * Notes of 20 to 150 words whose frequencies fall as in natural text (Zipf), with a vector around one of 200 topics, as sentence
 * embeddings lie. The same count and seed give the same notes.
 */
export function* makeNotes(count: number, dimensions: number, seed = 11): Iterable<SeededNote> {
  const random = createRandom(seed)
  const words = makeWords(30_000)
  // Zipf: the rank of a word is exponential in a uniform number.
  const word = () => words[Math.floor(words.length ** random()) - 1] ?? words[0] ?? ''
  const bell = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const topics = Array.from({ length: 200 }, () => Float32Array.from({ length: dimensions }, bell))
  for (let number = 0; number < count; number += 1) {
    const length = 20 + Math.floor(random() ** 2 * 130)
    const title = Array.from({ length: 3 + Math.floor(random() * 5) }, word).join(' ')
    const topic = topics[Math.floor(random() * topics.length)]
    yield {
      id: `note-${String(number).padStart(6, '0')}`,
      title,
      body: Array.from({ length }, word).join(' '),
      tags: random() < 0.3 ? [`tag${Math.floor(random() * 50)}`] : [],
      createdAt: 1_600_000_000_000 + number * 3_600_000,
      vector: Float32Array.from(topic ?? [], (value) => value + bell()),
    }
  }
}

/** What people type: two to four words of one note, some common, some rare. */
export function makeQueries(count: number, notes: number, seed = 5): string[] {
  const random = createRandom(seed)
  const queries: string[] = []
  const wanted = new Set(Array.from({ length: count }, () => Math.floor(random() * notes)))
  let number = 0
  for (const { body } of makeNotes(notes, 0)) {
    if (wanted.has(number)) {
      const words = body.split(' ')
      const start = Math.floor(random() * (words.length - 4))
      queries.push(words.slice(start, start + 2 + Math.floor(random() * 3)).join(' '))
    }
    number += 1
  }
  return queries
}
