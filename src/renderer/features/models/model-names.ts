/** What a model is wanted for. */
export type Purpose = 'text' | 'embedding' | 'voice'

/** Names that servers give to models that make vectors. */
const embedding = /embed|(^|[/\-_])(bge|gte|e5|minilm|mxbai|arctic-embed|nomic)([-_:.]|$)/i
/** To models that speak. */
const voice = /(^|[^a-z])x?tts([^a-z]|$)|kokoro|piper|orpheus|chatterbox|parler|(^|[/\-_])bark([-_:]|$)|text-to-speech/i
/** To models that hear, draw, rank or judge, which answer none of the three. */
const neither = /rerank|whisper|transcri|(^|[^a-z])(stt|asr|clip)([^a-z]|$)|dall-e|image|diffusion|(^|[/\-_])flux|moderation|guard/i

/** What a model is for, as far as its name tells; null for something that is asked for nowhere. */
export function purposeOf(name: string): Purpose | null {
  if (neither.test(name)) return null
  if (embedding.test(name)) return 'embedding'
  return voice.test(name) ? 'voice' : 'text'
}

export interface SortedModels<T> {
  likely: T[]
  others: T[]
}

/** The models of a server, those that their name makes likely for a purpose apart from the rest; each in the server's order. */
export function sortModels<T extends { id: string }>(models: readonly T[], purpose: Purpose): SortedModels<T> {
  const sorted: SortedModels<T> = { likely: [], others: [] }
  for (const model of models) (purposeOf(model.id) === purpose ? sorted.likely : sorted.others).push(model)
  return sorted
}

/** The first model of a server's list that can write, as far as its name tells; undefined when none looks so. */
export function firstChatModel(models: readonly string[]): string | undefined {
  return models.find((name) => purposeOf(name) === 'text')
}

/** The models whose name holds all the words typed, in their order. */
export function matchModels<T extends { id: string }>(models: readonly T[], typed: string): T[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return models.filter(({ id }) => words.every((word) => id.toLowerCase().includes(word)))
}
