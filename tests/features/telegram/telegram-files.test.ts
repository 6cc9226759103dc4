import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTelegramFiles, type TelegramFilesDeps } from '../../../src/main/features/telegram/telegram-files'
import { AppError } from '../../../src/shared/errors'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Fifty files that wait, as the store keeps them, and a server that gives each request the same answer. */
function setUp(code: 'TELEGRAM_UNREACHABLE' | 'WEB_LOCAL_ONLY') {
  const queue = Array.from({ length: 50 }, (_, id) => id)
  const asked: string[] = []
  let writes = 0
  const unexpected = (): never => {
    throw new Error('no file is to be put off or given up')
  }
  const telegram = {
    dueFile: () => ({ id: queue[0], itemId: 'i', fileId: `f${queue[0]}`, name: 'a.txt', tries: 29 }),
    moveBackFile: (id: number) => queue.push(...queue.splice(queue.indexOf(id), 1)),
    failFile: unexpected,
    putOffFile: unexpected,
  }
  const stopping = new AbortController()
  const deps = {
    s: {
      now: () => 0,
      telegram,
      attachments: { count: () => 0, list: () => [], ofItem: () => [] },
      items: { find: () => ({ id: 'i', deleted_at: null }) },
      write: (body: (tx: { now: number; emit: () => void }) => unknown) => {
        writes += 1
        return body({ now: 0, emit: () => undefined })
      },
    },
    api: {
      download: async (fileId: string) => {
        asked.push(fileId)
        throw new AppError(code, 'Not there.')
      },
    },
    botId: () => 'b',
    onFault: (_where: string, error: unknown) => {
      throw error
    },
    signal: stopping.signal,
  }
  return { files: createTelegramFiles(deps as unknown as TelegramFilesDeps), asked, writes: () => writes, stop: () => stopping.abort() }
}

it.each(['TELEGRAM_UNREACHABLE', 'WEB_LOCAL_ONLY'] as const)('tries one file for all, ever more seldom, on %s', async (code) => {
  const { files, asked, writes, stop } = setUp(code)
  files.start()
  // 2, 4, 8 and so on up to 512 s take 1,022 s, and then 600 s each.
  await vi.advanceTimersByTimeAsync(1_022_000 + 600_000 * 3 + 1000)
  expect(asked).toEqual(Array.from({ length: 13 }, (_, at) => `f${at}`))
  expect(writes()).toBe(13)
  stop()
  await files.done()
})

it('tries at once when Telegram answers a poll', async () => {
  const { files, asked, stop } = setUp('TELEGRAM_UNREACHABLE')
  files.start()
  await vi.advanceTimersByTimeAsync(0)
  files.look()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual(['f0', 'f1'])
  stop()
  await files.done()
})
