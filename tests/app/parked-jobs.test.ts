import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { closeApp, closeApps, PASSPHRASE, startApp, startWithVault } from '../support/app'
import { chooseModelServer } from '../support/model-server'

const servers: Server[] = []

afterEach(async () => {
  await closeApps()
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

/** A port of this computer that nothing listens on by now. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A server that writes every summary asked of it, and counts requests. */
async function listen(port: number): Promise<{ asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume()
    const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'It is a claim.' } }
    const body = request.method === 'GET' ? { object: 'list', data: [{ id: 'm' }] } : { id: '1', model: 'm', choices: [choice] }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { asked }
}

it('parks all summaries at one failed request, over a lock and a start too, and does them when a person says “Try now”', async () => {
  const port = await freePort()
  const first = await startWithVault()
  await chooseModelServer(first.window, { baseUrl: `http://127.0.0.1:${port}/v1`, model: 'm' })
  for (let index = 0; index < 12; index += 1) await first.window.call('capture-item', { body: `Claim ${index} is that tools are lent.` })
  await first.app.whenIdle()

  const parked = await first.window.call('list-jobs', { type: 'summarize' })
  expect(parked.parked).toMatchObject([{ code: 'MODEL_UNREACHABLE', count: 12 }])
  expect(parked.jobs).toHaveLength(12)
  for (const job of parked.jobs)
    expect(job).toMatchObject({
      status: 'pending',
      attempts: 0,
      errorCode: 'MODEL_UNREACHABLE',
      waitingFor: expect.stringMatching(/No model server/),
    })
  const tried = first.events.filter(({ type, payload }) => type === 'job-started' && 'type' in payload && payload.type === 'summarize')
  // Both workers may have had one under way; lane 2 is the first worker's alone.
  expect(tried).toHaveLength(1)
  for (const { id } of parked.jobs) expect((await first.window.call('get-job', { id })).attemptsLog).toEqual([])
  await closeApp(first.app)

  const again = startApp({ dataDir: first.dataDir })
  await again.window.call('unlock-vault', { passphrase: PASSPHRASE })
  await again.app.whenIdle()
  expect((await again.window.call('list-jobs', {})).parked).toMatchObject([{ code: 'MODEL_UNREACHABLE', count: 12 }])

  const server = await listen(port)
  const opened = new Promise<void>((resolve) => {
    const stop = again.app.endpoint.subscribe(({ type }) => {
      if (type !== 'job-completed') return
      stop()
      resolve()
    })
  })
  await again.window.call('try-waiting-jobs', {})
  await opened
  await again.app.whenIdle()
  expect((await again.window.call('list-jobs', {})).parked).toEqual([])
  expect((await again.window.call('list-jobs', { type: 'summarize', status: 'done' })).jobs).toHaveLength(12)
  expect(server.asked.filter((request) => request === 'GET /v1/models')).toHaveLength(1)
})
