/** A voice as eSpeak NG lists it. A smaller priority is the better voice for that language. */
export interface EspeakVoice {
  identifier: string
  languages: { name: string; priority: number }[]
}

/** The tags to look for, best first: `de-AT` → `de-at`, `de`; a script subtag such as in `zh-Hant-TW` is left out too. */
function candidates(language: string): string[] {
  const subtags = language.toLowerCase().replaceAll('_', '-').split('-')
  const tags: string[] = []
  for (let length = subtags.length; length > 0; length -= 1) tags.push(subtags.slice(0, length).join('-'))
  const [primary, ...others] = subtags
  const region = others.find((subtag) => /^([a-z]{2}|\d{3})$/.test(subtag))
  if (primary !== undefined && region !== undefined) tags.splice(-1, 0, `${primary}-${region}`)
  // eSpeak NG knows Norwegian as Bokmål, and Filipino not at all.
  if (primary === 'nn') tags.push('nb')
  return tags
}

/** The best voice for a BCP 47 tag: its exact one, else one of the same language, else English. Undefined when there is not even that. */
export function chooseEspeakVoice(voices: readonly EspeakVoice[], language: string): { identifier: string; language: string } | undefined {
  for (const tag of [...candidates(language), 'en']) {
    const matching = voices
      .flatMap(({ identifier, languages }) =>
        languages.filter(({ name }) => name === tag).map(({ priority }) => ({ identifier, priority })),
      )
      .sort((a, b) => a.priority - b.priority)
    const best = matching[0]
    if (best !== undefined) return { identifier: best.identifier, language: tag }
  }
  return undefined
}
