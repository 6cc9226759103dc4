/** A small generator of numbers between 0 and 1 (mulberry32), so that every run sees the same vectors. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Vectors around topics, as sentence embeddings lie: a topic's direction and noise of about the same length. */
export function topicVectors(count: number, dimensions: number, seed = 1): Float32Array[] {
  const random = createRandom(seed)
  const bell = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const topicRandom = createRandom(7)
  const topics = Array.from({ length: 40 }, () => Float32Array.from({ length: dimensions }, () => topicRandom() - 0.5))
  return Array.from({ length: count }, () => {
    const topic = topics[Math.floor(random() * topics.length)] ?? new Float32Array(dimensions)
    return topic.map((value) => value + bell() * 0.25)
  })
}
