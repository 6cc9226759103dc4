import { z } from 'zod'
import { type ApiScope, scopeMeanings } from '../../../shared/contract/http-api'
import { errorCodes } from '../../../shared/errors'
import type { ContractDocument } from './contract-document'
import { commandExamples } from './openapi-examples'

/** An OpenAPI 3.1 document, as plain JSON. */
export interface OpenApiDocument {
  openapi: '3.1.0'
  info: Record<string, unknown>
  servers: { url: string }[]
  security: Record<string, string[]>[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, unknown>>
  components: { schemas: Record<string, unknown>; responses: Record<string, unknown>; securitySchemes: Record<string, unknown> }
}

/** Answers that any request may get, and when. */
const failures: Record<string, string> = {
  400: 'The input does not fit.',
  401: 'There is no valid token.',
  403: 'The token lacks the scope, or the item stays here.',
  404: 'There is no such thing.',
  409: 'It cannot be done as things are.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  423: 'The vault is locked. Unlock it in the window, then try again.',
  429: 'Too many requests. Wait as long as Retry-After says.',
  500: 'Something failed inside the app.',
}

/** A schema of its own document as a part of another one: what it points to is found below `place`. */
function placed(schema: unknown, place: string): unknown {
  if (Array.isArray(schema)) return schema.map((one) => placed(one, place))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (key === '$schema') return []
      if (key === '$ref' && typeof value === 'string' && value.startsWith('#')) return [[key, place + value.slice(1)]]
      return [[key, placed(value, place)]]
    }),
  )
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: unknown, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

function failureResponses(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(failures).map(([status, description]) => [
      status,
      {
        description,
        ...(status === '429' ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } } : {}),
        content: json(reference('failure')),
      },
    ]),
  )
}

const failureReferences = Object.fromEntries(Object.keys(failures).map((status) => [status, { $ref: `#/components/responses/${status}` }]))

/** 3.1 lets any kind of security name what is needed; here it is the scope of the token. */
const needs = (scope: ApiScope) => [{ token: [scope] }]

function failureSchema(): unknown {
  return {
    type: 'object',
    required: ['ok', 'error'],
    properties: {
      ok: { const: false },
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', enum: Object.keys(errorCodes) },
          id: { type: 'string', description: 'Of the request, as in the header X-Request-Id. Refusals at the door have none.' },
          message: { type: 'string', description: 'For a person: what happened and what to do next.' },
          data: { type: 'object' },
        },
      },
    },
  }
}

/** The API of this app as other programs' tools read it, made from the contract alone. */
export function describeOpenApi(contract: ContractDocument, options: { appVersion: string; url: string }): OpenApiDocument {
  const schemas: Record<string, unknown> = { failure: failureSchema() }
  const paths: OpenApiDocument['paths'] = {}
  for (const [name, command] of Object.entries(contract.commands)) {
    const example = commandExamples[name]
    for (const side of ['input', 'output'] as const)
      schemas[`${name}-${side}`] = placed(command[side], `#/components/schemas/${name}-${side}`)
    paths[`/v1/commands/${name}`] = {
      post: {
        operationId: name,
        summary: command.summary,
        tags: [command.scope],
        security: needs(command.scope),
        requestBody: { required: true, content: json(reference(`${name}-input`), example?.input) },
        responses: {
          200: {
            description: 'Done.',
            content: json(
              { type: 'object', required: ['ok', 'data'], properties: { ok: { const: true }, data: reference(`${name}-output`) } },
              example && { ok: true, data: example.output },
            ),
          },
          ...failureReferences,
        },
      },
    }
  }
  for (const [type, payload] of Object.entries(contract.events))
    schemas[`event-${type}`] = placed(payload, `#/components/schemas/event-${type}`)
  Object.assign(paths, documentPaths(Object.keys(contract.events)))

  return {
    openapi: '3.1.0',
    info: {
      title: 'Cortexa',
      version: options.appVersion,
      summary: 'The vault of one person, for programs on the same computer.',
      description:
        'Every command is a POST of JSON. Unlocking, passphrases, settings of providers and tokens cannot be reached here, and items that stay here are not shown.',
    },
    servers: [{ url: options.url }],
    security: [{ token: [] }],
    tags: Object.entries(scopeMeanings).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      responses: failureResponses(),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token made in Settings, under Programs. Each may what its scopes say.' },
      },
    },
  }
}

function documentPaths(events: readonly string[]): OpenApiDocument['paths'] {
  const anyObject = { type: 'object' }
  const get = (operationId: string, summary: string, content: unknown, more: Record<string, unknown> = {}) => ({
    get: { operationId, summary, ...more, responses: { 200: { description: 'Done.', content }, ...failureReferences } },
  })
  const after = { name: 'after', in: 'query', description: 'The `seq` of the last event seen; those after it come first.' }
  const lastEventId = { name: 'Last-Event-ID', in: 'header', description: 'The same, as browsers send it; goes before `after`.' }
  const eventNumber = { schema: z.toJSONSchema(z.number().int().min(0), { target: 'openapi-3.0' }) }
  return {
    '/v1/events': get(
      'follow-events',
      `What happens in the vault, as server-sent events. Types: ${events.join(', ')}`,
      { 'text/event-stream': { schema: { type: 'string' } } },
      {
        tags: ['read'],
        security: needs('read'),
        parameters: [
          { ...after, ...eventNumber },
          { ...lastEventId, ...eventNumber },
        ],
      },
    ),
    '/v1/contract': get('get-contract', 'Every command and event as JSON Schema', json(anyObject)),
    '/v1/openapi.json': get('get-openapi', 'This document', json(anyObject)),
  }
}
