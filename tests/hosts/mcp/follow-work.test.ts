import { afterEach, describe, expect, it, vi } from 'vitest'
import { followWork } from '../../../src/main/hosts/mcp/follow-work'
import { jobWork } from '../../../src/main/hosts/mcp/job-work'
import type { JobStatus } from '../../../src/shared/entities'
import { askMcp } from './ask'
import { createSmallVault, makeJob } from './small-vault'

afterEach(() => vi.useRealTimers())

/** A vault with one job, which an assistant can start, look at and cancel. */
function vaultWithJob(status: JobStatus = 'pending') {
  const vault = createSmallVault()
  vault.add('a')
  const job = { status, live: status !== 'pending' }
  vault.answers['list-jobs'] = () => ({
    jobs: job.live ? [makeJob('j', job.status)] : [],
    counts: { pending: 0, running: 0, done: 0, dead: 0, cancelled: 0 },
    paused: false,
    parked: [],
    nextCursor: null,
  })
  vault.answers['summarize-item'] = () => ({ jobId: 'j' })
  vault.answers['get-job'] = () => ({ ...makeJob('j', job.status), priority: 1, payload: {}, attemptsLog: [] })
  vault.answers['cancel-job'] = () => {
    job.status = 'cancelled'
    return {}
  }
  const end = (next: JobStatus) => {
    job.status = next
    vault.emit('job-completed', { jobId: 'j', type: 'summarize', itemId: 'a' })
  }
  return { vault, job, end }
}

/** A call that waits. */
function startCall(asked: ReturnType<typeof askMcp>, name: string, args: object, id: number | string = 7) {
  const params = { name, arguments: { ...args, wait: true }, _meta: { progressToken: 'p' } }
  return asked.connection.receive({ jsonrpc: '2.0', id, method: 'tools/call', params })
}

describe('a call that waits', () => {
  it('answers at the end of the job, with progress that counts up under the token of the call', async () => {
    const { vault, end } = vaultWithJob()
    const asked = askMcp(vault)
    await asked.rpc('ping')
    const call = startCall(asked, 'summarise_thought', { itemId: 'a' })
    await vault.followed
    const of = { jobId: 'j', type: 'summarize', itemId: 'a' }
    vault.emit('job-started', { ...of, attempt: 1 })
    vault.emit('job-progress', { ...of, offset: 0, text: 'x'.repeat(1200), note: '' })
    vault.emit('job-progress', { ...of, offset: 1200, text: 'y', note: '' })
    vault.emit('job-started', { ...of, jobId: 'other', attempt: 1 })
    end('done')
    expect(await call).toMatchObject({ id: 7, result: { structuredContent: { jobId: 'j', ended: true } } })
    expect(asked.progress).toEqual(
      ['Waiting', 'Running', '1000 characters written'].map((message, at) => ({ progressToken: 'p', progress: at + 1, message })),
    )
    expect(vault.followers()).toBe(0)
  })

  it('answers at once when the job had ended before', async () => {
    const { vault } = vaultWithJob('dead')
    const { structuredContent } = await askMcp(vault).tool('get_job', { id: 'j', wait: true })
    expect(structuredContent).toMatchObject({ job: { id: 'j', status: 'dead' } })
  })

  it.each([7, 0, ''])('cancelled by its id %o, is not answered and stops the job that it started', async (id) => {
    const { vault, job } = vaultWithJob()
    const asked = askMcp(vault)
    await asked.rpc('ping')
    const call = startCall(asked, 'summarise_thought', { itemId: 'a' }, id)
    await vault.followed
    await asked.connection.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })
    expect(await call).toBeNull()
    await vi.waitFor(() => expect(job.status).toBe('cancelled'))
    expect(vault.followers()).toBe(0)
  })

  it.each([
    ['work that was going on before', 'summarise_thought', { itemId: 'a' }],
    ['a job that it only looks at', 'get_job', { id: 'j' }],
  ])('cancelled, leaves %s alone', async (_, name, args) => {
    const { vault, job } = vaultWithJob('running')
    const asked = askMcp(vault)
    await asked.rpc('ping')
    const call = startCall(asked, name, args)
    await vault.followed
    asked.connection.cancel(7)
    expect(await call).toBeNull()
    expect([job.status, vault.followers(), vault.invoked.includes('cancel-job')]).toEqual(['running', 0, false])
  })

  it('ends with the connection, and the job goes on', async () => {
    const { vault, job } = vaultWithJob()
    const asked = askMcp(vault)
    await asked.rpc('ping')
    const call = startCall(asked, 'summarise_thought', { itemId: 'a' })
    await vault.followed
    asked.connection.close()
    expect(await call).toBeNull()
    expect([job.status, vault.followers(), vault.invoked.includes('cancel-job')]).toEqual(['pending', 0, false])
  })

  it('ends with the lock, and says that the job has not ended', async () => {
    const { vault } = vaultWithJob()
    const asked = askMcp(vault)
    await asked.rpc('ping')
    const call = startCall(asked, 'summarise_thought', { itemId: 'a' })
    await vault.followed
    vault.emit('vault-locked', { reason: 'person' })
    expect(await call).toMatchObject({ result: { structuredContent: { jobId: 'j', ended: false } } })
  })
})

describe('followWork', () => {
  it('looks again without an event, says that it still waits, and gives up after its time', async () => {
    vi.useFakeTimers()
    const { vault, job } = vaultWithJob()
    const reports: string[] = []
    const call = async (name: string) => ((await vault.invoke(name, { id: 'j' })) as unknown as { data: never }).data
    const options = {
      endpoint: vault,
      signal: new AbortController().signal,
      report: (text: string) => reports.push(text),
      maxMs: 1000,
      lookMs: 400,
    }
    const first = followWork(jobWork('j', null, call as never), options)
    await vi.advanceTimersByTimeAsync(1000)
    expect([await first, reports]).toEqual([false, ['Waiting', 'Waiting', 'Waiting']])
    const second = followWork(jobWork('j', null, call as never), options)
    job.status = 'done'
    await vi.advanceTimersByTimeAsync(400)
    expect(await second).toBe(true)
  })
})
