import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { discoverEndpoints, usualEndpoints } from '../../../src/main/core/llm/discover-endpoints'
import { startFakeOpenAi } from '../../support/fake-openai-server'

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

it('offers what lists models, and neither silence nor another kind of server', async () => {
  const fake = await startFakeOpenAi()
  closing.push(fake.close)
  const other = createServer((_, response) => response.end('<html>a router</html>')).listen(0, '127.0.0.1')
  const mute = createServer(() => undefined).listen(0, '127.0.0.1')
  await Promise.all([once(other, 'listening'), once(mute, 'listening')])
  closing.push(
    () => other.close(),
    () => mute.closeAllConnections(),
    () => mute.close(),
  )
  const at = (server: typeof other) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const found = await discoverEndpoints(Date.now, [
    { name: 'Fake', baseUrl: fake.baseUrl },
    { name: 'Router', baseUrl: at(other) },
    { name: 'Mute', baseUrl: at(mute) },
    { name: 'Nobody', baseUrl: 'http://127.0.0.1:9/v1' },
  ])
  expect(found).toEqual([{ name: 'Fake', baseUrl: fake.baseUrl, models: ['fake-model', 'fake-embedder'] }])
})

it('looks at this computer alone', () => {
  expect(usualEndpoints.map((one) => new URL(one.baseUrl).hostname)).toEqual(usualEndpoints.map(() => '127.0.0.1'))
})
