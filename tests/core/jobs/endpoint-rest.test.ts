import { describe, expect, it } from 'vitest'
import { createEndpointRests } from '../../../src/main/core/jobs/endpoint-rest'
import { GiveUp, RetryLater } from '../../../src/main/core/queue/job-rules'
import { AppError } from '../../../src/shared/errors'

const a = { endpointId: 'a', model: 'm' }
const otherModel = { endpointId: 'a', model: 'n' }
const b = { endpointId: 'b', model: 'm' }

function setUp() {
  const clock = { now: 1000 }
  const rests = createEndpointRests(() => clock.now)
  const waits = (target: { endpointId: string; model: string }): number | null => {
    try {
      rests.assertAwake(target)
      return null
    } catch (error) {
      expect(error).toBeInstanceOf(RetryLater)
      return (error as RetryLater).delayMs
    }
  }
  return { clock, rests, waits }
}

describe('a server that asks for a pause', () => {
  it('is paused for every model of it, for the time left, and no other server is', () => {
    const { clock, rests, waits } = setUp()
    rests.jobErrorFor(new AppError('MODEL_RATE_LIMITED', 'Slow down.', { data: { retryAfterMs: 20_000 } }), a)
    clock.now += 5000
    expect([waits(a), waits(otherModel), waits(b)]).toEqual([15_000, 15_000, null])
    clock.now += 15_000
    expect(waits(a)).toBeNull()
  })

  it('is asked again at once when a person says so, and not after a mere look at what was refused long ago', () => {
    const { rests, waits } = setUp()
    rests.jobErrorFor(new AppError('MODEL_RATE_LIMITED', 'Slow down.', { data: { retryAfterMs: 20_000 } }), a)
    rests.forget(5000)
    expect(waits(a)).toBe(20_000)
    rests.forget()
    expect(waits(a)).toBeNull()
  })
})

describe('a refusal that a person has to mend', () => {
  it.each(['MODEL_KEY_REFUSED', 'MODEL_UNKNOWN', 'MODEL_QUOTA_USED_UP'] as const)('%s stops this model of this server only', (code) => {
    const { rests, waits } = setUp()
    rests.jobErrorFor(new AppError(code, 'No.'), a)
    expect([waits(a), waits(otherModel), waits(b)]).toEqual([3_600_000, null, null])
  })

  it('is believed for a while, then asked anew', () => {
    const { clock, rests, waits } = setUp()
    rests.jobErrorFor(new AppError('MODEL_KEY_REFUSED', 'No.'), a)
    clock.now += 4999
    rests.forget(5000)
    expect(waits(a)).toBe(3_600_000)
    clock.now += 1
    rests.forget(5000)
    expect(waits(a)).toBeNull()
  })

  it('is not what a server error or a timeout is', () => {
    const { rests, waits } = setUp()
    rests.jobErrorFor(new AppError('MODEL_SERVER_ERROR', 'Oh.'), a)
    rests.jobErrorFor(new AppError('MODEL_TIMEOUT', 'Oh.'), a)
    expect(waits(a)).toBeNull()
  })
})

describe('a request that the server does not accept', () => {
  const meaningOf = (status: number) => {
    const { rests } = setUp()
    return rests.jobErrorFor(new AppError('MODEL_SERVER_ERROR', 'It did not accept the request.', { data: { status } }), a)
  }

  it.each([400, 406, 422])('is not sent again as it is (%i)', (status) => {
    const meaning = meaningOf(status)
    expect(meaning).toBeInstanceOf(GiveUp)
    expect((meaning as GiveUp).code).toBe('MODEL_NOT_ACCEPTED')
  })

  it.each([408, 409, 500, 503])('is tried again where it was a fault of the moment (%i)', (status) => {
    expect(meaningOf(status)).toMatchObject({ code: 'MODEL_SERVER_ERROR' })
  })
})
