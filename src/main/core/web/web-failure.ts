import { AppError, type ErrorCode } from '../../../shared/errors'
import type { BlockReason } from './address-rules'

const blockWords: Record<BlockReason, string> = {
  address: 'This is not an address of a web page. It should begin with https:// or http://.',
  scheme: 'Only addresses that begin with https:// or http:// are opened. Give the address of a web page.',
  credentials: 'The address holds a user name or password, and those are never sent. Give the address without them.',
  port: 'The address names a port that web pages do not use, so it was not opened. Use the page’s usual address.',
  name: 'The name belongs to this computer or the network around it, so it was not opened. Only public web pages are read.',
  private: 'The address leads into this computer or a private network, so it was not opened. Only public web pages are read.',
  downgrade: 'The page leads from an encrypted to an unencrypted address, so it was not followed. Try the page’s https address.',
}

/** WEB_BLOCKED_ADDRESS with its reason in `data`. */
export function blockedAddress(reason: BlockReason): AppError {
  return new AppError('WEB_BLOCKED_ADDRESS', blockWords[reason], { data: { reason } })
}

export function localOnly(): AppError {
  return new AppError(
    'WEB_LOCAL_ONLY',
    '“Local only” is on, so nothing is asked of the web. Switch it off in Settings, Network, and try again.',
  )
}

export function timedOut(host: string, milliseconds: number): AppError {
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  return new AppError('WEB_TIMEOUT', `${host} did not send the whole page within ${seconds} s. Try again later, or use another page.`)
}

export function tooLarge(host: string, limit: number): AppError {
  const megabytes = Math.max(1, Math.round(limit / 1024 / 1024))
  return new AppError('WEB_TOO_LARGE', `${host} sent more than ${megabytes} MB, so the page was left. Use another page.`)
}

export function compressedTooMuch(host: string): AppError {
  return new AppError('WEB_TOO_LARGE', `${host} sent data that unpacks to far more than any page does, so it was left. Use another page.`)
}

export function badType(host: string, type: string): AppError {
  const what = type === '' ? 'without saying what it is' : `as ${type.slice(0, 80)}`
  return new AppError('WEB_BAD_TYPE', `${host} sends this ${what}, which Cortexa does not read. Use a web page, a text or a PDF.`)
}

export function badEncoding(host: string): AppError {
  return new AppError('WEB_BAD_TYPE', `${host} sent the page packed in a way that cannot be unpacked. Use another page.`)
}

export function tooManyRedirects(host: string): AppError {
  return new AppError('WEB_TOO_MANY_REDIRECTS', `${host} leads on from page to page without end. Use another page.`)
}

const statusWords: Record<number, string> = {
  401: 'wants a sign-in for this page. Use a page that is open to everybody.',
  402: 'wants money for this page. Use a page that is open to everybody.',
  403: 'does not let programs read this page. Use another page.',
  404: 'has no such page. Check the address, or use another page.',
  410: 'has taken this page away. Use another page.',
  429: 'says that it was asked too often. Wait a few minutes, then try again.',
}

/** WEB_STATUS; `data.status`, and `data.retryAfterMs` where the server gave a time. */
export function badStatus(host: string, status: number, retryAfterMs: number | null): AppError {
  const words =
    statusWords[status] ?? (status >= 500 ? 'has a fault of its own. Try again later.' : 'did not give the page. Use another page.')
  return new AppError('WEB_STATUS', `${host} ${words}`, { data: { status, ...(retryAfterMs === null ? {} : { retryAfterMs }) } })
}

const causeWords: readonly [codes: RegExp, words: string][] = [
  [/^ENOTFOUND$|^ENODATA$/, 'There is no server of this name. Check the address.'],
  [/^EAI_/, 'The name could not be looked up. Check the connection to the internet, then try again.'],
  [/^ECONNREFUSED$/, 'The server does not take connections. Try again later.'],
  [/^ENETUNREACH$|^EHOSTUNREACH$|^ENETDOWN$/, 'There is no way to the server. Check the connection to the internet, then try again.'],
  [/CERT|^UNABLE_TO|^DEPTH_ZERO|^ERR_TLS|^SELF_SIGNED/, 'Its certificate is not valid, so the connection is not safe. Use another page.'],
  [/^HPE_|^ERR_HTTP/, 'It does not answer as a web server does. Use another page.'],
]

export function unreachable(host: string, cause: unknown): AppError {
  const code = causeCode(cause)
  const words = causeWords.find(([codes]) => codes.test(code))?.[1] ?? 'The connection broke. Try again later.'
  return new AppError('WEB_UNREACHABLE', `${host} could not be reached. ${words}`, { data: { cause: code }, cause })
}

export function stopped(): AppError {
  return new AppError('CANCELLED', 'The request was stopped. Nothing was kept of it; start it again when you want it.')
}

function causeCode(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return ''
  if ('code' in cause && typeof cause.code === 'string') return cause.code
  return 'errors' in cause && Array.isArray(cause.errors) ? causeCode(cause.errors[0]) : ''
}

/** The code by which the ledger names a failure. */
export function failureCode(error: unknown): ErrorCode {
  return error instanceof AppError ? error.code : 'INTERNAL'
}
