import { isOnThisComputer } from '../../../shared/addresses'
import { AppError } from '../../../shared/errors'

/** Where requests to one model server go. Credentials stand apart from the address, so that the address may be shown and logged. */
export interface ServerAddress {
  /** Address of the API root without credentials and query, such as `http://127.0.0.1:11434/v1`. Never ends in a slash. */
  root: string
  origin: string
  /** Host with port, as people know it. */
  host: string
  /** The query of the base URL, sent with every request; some gateways carry their key there. May be empty. */
  query: string
  /** `Authorization` value made of a user name and password in the base URL; null when there is none. */
  basicAuth: string | null
  /** Whether text travels unencrypted to another computer: plain http and not this machine. */
  exposed: boolean
}

/**
 * Reads a base URL as a person typed it. An address without a path gets `/v1`, which is where every
 * OpenAI-compatible server keeps its API. Throws MODEL_UNREACHABLE with the way to mend it.
 */
export function readServerAddress(baseUrl: string): ServerAddress {
  const typed = baseUrl.trim()
  if (typed === '') {
    throw new AppError(
      'MODEL_UNREACHABLE',
      'No model server is chosen. Enter the address of one in Settings, or switch to the built-in engine.',
    )
  }
  let url: URL
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`)
  } catch {
    throw new AppError(
      'MODEL_UNREACHABLE',
      'The address of the model server cannot be read. It should look like http://127.0.0.1:11434/v1; correct it in Settings.',
    )
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new AppError('MODEL_UNREACHABLE', 'The address of the model server must begin with http:// or https://. Correct it in Settings.')
  }
  const path = url.pathname.replace(/\/+$/, '')
  const credentials = `${decodeSafely(url.username)}:${decodeSafely(url.password)}`
  return {
    root: `${url.origin}${path === '' ? '/v1' : path}`,
    origin: url.origin,
    host: url.host,
    query: url.search,
    basicAuth: credentials === ':' ? null : `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`,
    exposed: url.protocol === 'http:' && !isOnThisComputer(url),
  }
}

function decodeSafely(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
