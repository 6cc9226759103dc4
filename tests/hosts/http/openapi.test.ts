import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeContract } from '../../../src/main/hosts/http/contract-document'
import { describeOpenApi, type OpenApiDocument } from '../../../src/main/hosts/http/openapi-document'
import { commandExamples } from '../../../src/main/hosts/http/openapi-examples'
import { type CommandName, contract } from '../../../src/shared/contract'
import { scopeOf } from '../../../src/shared/contract/scopes'
import { isReachable } from '../../../src/shared/reachable-commands'
import { serve } from './serve-small-app'

interface Operation {
  operationId: string
  summary: string
  security?: { token: string[] }[]
  responses: Record<string, { $ref?: string }>
}

const exposed = (Object.keys(contract) as CommandName[]).filter((name) => isReachable(name, 'http'))
let document: OpenApiDocument

beforeAll(() => {
  document = describeOpenApi(describeContract(), { appVersion: '1.2.3', url: 'http://127.0.0.1:4000' })
})

/** Everything a `$ref` in the document says. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' && typeof inner === 'string' ? [inner] : references(inner)))
}

function find(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate(JSON.parse(JSON.stringify(document)))
    expect(result).toMatchObject({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('points at nothing that is not there', () => {
    const pointed = [...new Set(references(document))]
    expect(pointed.length).toBeGreaterThan(100)
    expect(pointed.filter((reference) => !reference.startsWith('#/') || find(reference) === undefined)).toEqual([])
  })

  it('has every command that programs may call, with its scope, and no other', () => {
    const paths = Object.keys(document.paths).filter((path) => path.startsWith('/v1/commands/'))
    expect(paths.sort()).toEqual(exposed.map((name) => `/v1/commands/${name}`).sort())
    for (const name of exposed) {
      const operation = document.paths[`/v1/commands/${name}`]?.post as Operation
      expect(operation).toMatchObject({ operationId: name, summary: contract[name].summary, security: [{ token: [scopeOf(name)] }] })
      for (const status of ['401', '403', '423', '429']) expect(operation.responses[status]?.$ref).toBe(`#/components/responses/${status}`)
    }
  })

  it('names each operation once', () => {
    const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => (one as Operation).operationId))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(['follow-events', 'get-contract', 'get-openapi']))
  })

  it.each(Object.keys(commandExamples))('the example of %s fits the contract', (name) => {
    const command = contract[name as CommandName]
    expect(exposed).toContain(name)
    expect(command.input.safeParse(commandExamples[name]?.input)).toMatchObject({ success: true })
    expect(command.output.safeParse(commandExamples[name]?.output)).toMatchObject({ success: true })
  })

  it('is served as it is, with the address it was asked at, to whoever holds a token', async () => {
    const { get, url } = await serve()
    const response = await get('/v1/openapi.json')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url }] })
    expect((await fetch(`${url}/v1/openapi.json`)).status).toBe(401)
  })
})
