import { z } from 'zod'
import { isOnThisComputer } from '../../shared/addresses'
import { SearchEngineId } from '../../shared/contract/network'
import type { WebFixtures } from '../features/network/session-web'

/** Names a web server on this computer and nothing else. */
const LoopbackOrigin = z.string().refine(isLoopbackOrigin, { message: 'must be an origin on this computer, such as http://127.0.0.1:4000' })

const Fixtures = z.strictObject({
  exemptOrigins: z.array(LoopbackOrigin).max(20).optional(),
  searchBases: z.partialRecord(SearchEngineId, LoopbackOrigin).optional(),
  /** Milliseconds between two requests to one host; a fake site on one host would make every test wait. */
  paceMs: z.number().int().min(0).max(10_000).optional(),
})

/** What CORTEXA_WEB_FIXTURES may hold, as JSON. */
export type WebFixturesInput = z.input<typeof Fixtures>

/**
 * The test sites that CORTEXA_WEB_FIXTURES names: JSON as `{ exemptOrigins?, searchBases?, paceMs? }`, every origin in it on this computer.
 * Nothing for an app as people get it (`isPackaged`), whatever is set. Throws an Error with words for the terminal for anything else, so that
 * no test runs against the real web by a slip.
 */
export function readWebFixtures(environment: Record<string, string | undefined>, isPackaged: boolean): WebFixtures {
  const text = environment.CORTEXA_WEB_FIXTURES
  if (isPackaged || text === undefined || text === '') return {}
  const read = Fixtures.safeParse(parseJson(text))
  if (!read.success) {
    const [issue] = read.error.issues
    const where = issue?.path.join('.') || 'the text'
    throw new Error(`CORTEXA_WEB_FIXTURES cannot be used: ${where}: ${issue?.message ?? 'is wrong'}. Correct it, or start without it.`)
  }
  const { exemptOrigins, searchBases, paceMs } = read.data
  return {
    ...(exemptOrigins === undefined ? {} : { exemptOrigins }),
    ...(searchBases === undefined ? {} : { searchBases }),
    ...(paceMs === undefined ? {} : { limits: { paceMs } }),
  }
}

function isLoopbackOrigin(text: string): boolean {
  // The origin of what has a path, a query or a user name is another text; that of `file:` and `data:` is "null".
  return isOnThisComputer(text) && new URL(text).origin === text
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The same at the start of a program: what is wrong is said on standard error, and the program ends. */
export function webFixturesOrEnd(
  host: { isPackaged: boolean; end: (code: number) => never | void },
  environment: Record<string, string | undefined> = process.env,
): WebFixtures {
  try {
    return readWebFixtures(environment, host.isPackaged)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : 'CORTEXA_WEB_FIXTURES cannot be used.'}\n`)
    host.end(2)
    return {}
  }
}
