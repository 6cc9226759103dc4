/** Names that servers give to models for vectors, ranking or speech, which cannot write an answer. */
const others = /embed|(^|[/\-_])(bge|gte|e5|minilm)([-_:]|$)|rerank|whisper|\btts\b|kokoro/i

/** The first model of a server's list that can write, as far as its name tells; the first of all when every name looks otherwise. */
export function firstChatModel(models: readonly string[]): string {
  return models.find((name) => !others.test(name)) ?? models[0] ?? ''
}
