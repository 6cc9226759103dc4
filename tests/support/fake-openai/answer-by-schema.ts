type Schema = Record<string, unknown>

/**
 * An answer for any JSON Schema that a request asks for: the first of an enumeration, the least number, one entry a list, and for a text some
 * words of the prompt. For roles that have no script of their own. Undefined when the request asks for none.
 */
export function answerBySchema(body: Schema, prompt: string): string | undefined {
  const format = body.response_format as { json_schema?: { schema?: Schema } } | undefined
  const schema = format?.json_schema?.schema
  if (schema === undefined) return undefined
  const line = prompt.split('\n').find((candidate) => candidate.trim().split(/\s+/).length >= 3) ?? prompt
  return JSON.stringify(valueFor(schema, line.trim().slice(0, 100) || 'an answer'))
}

function valueFor(schema: Schema, words: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const choice = [schema.anyOf, schema.oneOf].find(Array.isArray) as Schema[] | undefined
  if (choice?.[0]) return valueFor(choice[0], words)
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
      return Object.fromEntries(properties.map(([name, part]) => [name, valueFor(part, words)]))
    }
    case 'array': {
      const count = Math.max(1, Number(schema.minItems ?? 1))
      return Array.from({ length: count }, () => valueFor((schema.items ?? {}) as Schema, words))
    }
    case 'integer':
    case 'number':
      return Number(schema.minimum ?? 1)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return words.slice(0, Number(schema.maxLength ?? 100))
  }
}
