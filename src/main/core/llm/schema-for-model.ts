import { z } from 'zod'

/** The part of JSON Schema that zod makes of our schemas and that the reader looks at. */
export interface JsonSchema {
  type?: string | undefined
  properties?: Record<string, JsonSchema> | undefined
  required?: string[] | undefined
  additionalProperties?: boolean | JsonSchema | undefined
  items?: JsonSchema | undefined
  enum?: unknown[] | undefined
  const?: unknown
  anyOf?: JsonSchema[] | undefined
  [keyword: string]: unknown
}

/**
 * The JSON Schema a model is asked to follow: what goes *into* the zod schema, so defaults and transforms are not demanded of the
 * model. Objects are closed, as servers that build a grammar from it need it.
 */
export function schemaForModel(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return closeObjects(plain)
}

/** Whether OpenAI's strict mode takes the schema: it wants every property of every object to be required. */
export function isStrictSchema(schema: JsonSchema): boolean {
  const properties = Object.entries(schema.properties ?? {})
  const required = new Set(schema.required ?? [])
  if (properties.some(([name]) => !required.has(name))) return false
  if (typeof schema.additionalProperties === 'object' || schema.additionalProperties === true) return false
  const parts = [...properties.map(([, part]) => part), ...(schema.items === undefined ? [] : [schema.items]), ...(schema.anyOf ?? [])]
  return parts.every(isStrictSchema)
}

function closeObjects(schema: JsonSchema): JsonSchema {
  const closed: JsonSchema = { ...schema }
  if (schema.properties !== undefined) {
    closed.properties = Object.fromEntries(Object.entries(schema.properties).map(([name, part]) => [name, closeObjects(part)]))
    closed.additionalProperties = schema.additionalProperties ?? false
  }
  if (schema.items !== undefined) closed.items = closeObjects(schema.items)
  if (schema.anyOf !== undefined) closed.anyOf = schema.anyOf.map(closeObjects)
  return closed
}
