import { expect, it } from 'vitest'
import { describeContract } from '../../src/main/hosts/http/contract-document'
import { describeOpenApi } from '../../src/main/hosts/http/openapi-document'

/** One line for each entry of each part, so that a difference names the command. */
function lines(document: object): string {
  const part = (name: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([key, inner]) => `${name} ${key} ${JSON.stringify(inner)}`)
      : [`${name} ${JSON.stringify(value)}`]
  return `${Object.entries(document)
    .flatMap(([name, value]) => part(name, value))
    .join('\n')}\n`
}

// These files change only when somebody means to change what programs rely on: `vitest run tests/frozen -u` writes them.
it('keeps the contract that programs read from GET /v1/contract', async () => {
  await expect(lines(describeContract())).toMatchFileSnapshot('contract.txt')
})

it('keeps the OpenAPI document', async () => {
  const document = describeOpenApi(describeContract(), { appVersion: '0.0.0', url: 'http://127.0.0.1:4000' })
  await expect(lines(document)).toMatchFileSnapshot('openapi.txt')
})
