export interface UserPromptContext {
  request: { prompt?: string | undefined; name?: string | undefined }
  collection: { name: string; description?: string | undefined }
  targetItems: number
}

/**
 * The person's request: the prompt; else a line made of the request's name, else of the collection's. The collection's description follows
 * unless the prompt holds it already; the target ends it (docs/collect-pipeline.md, "Prompts"). A blank prompt counts as none.
 */
export function buildUserPrompt({ request, collection, targetItems }: UserPromptContext): string {
  const prompt = textOf(request.prompt) ?? `Collect items for "${textOf(request.name) ?? collection.name}".`
  const description = textOf(collection.description)
  return [
    prompt,
    ...(description === undefined || prompt.includes(description) ? [] : [`About the collection: ${description}`]),
    `Target: ${targetItems} new items.`,
  ].join('\n\n')
}

function textOf(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim()
}
