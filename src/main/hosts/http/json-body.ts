import type { IncomingMessage } from 'node:http'
import { AppError } from '../../../shared/errors'
import { createDepthMeter } from '../../../shared/json-depth'
import { headerValues } from './guard'

const jsonType = /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i

function tooLarge(maxBytes: number): AppError {
  return new AppError(
    'TOO_LARGE',
    `This request is larger than the ${maxBytes} bytes that are taken here. Nothing of it was kept. Send it in smaller parts.`,
  )
}

function notUtf8(): AppError {
  return new AppError('BAD_INPUT', 'The body is not valid UTF-8. Nothing was kept. Encode it as UTF-8 and send it again.')
}

/** From this size on, putting a body together and parsing it are two turns of the event loop. */
const largeBytes = 1_000_000

export interface BodyLimits {
  maxBytes: number
  maxDepth: number
  /** Called once type and stated length are fine, before the first byte is read. */
  onAdmitted?: () => void
}

/**
 * Reads the body of a request as JSON. Throws AppError: UNSUPPORTED_MEDIA_TYPE unless the type is exactly JSON in UTF-8,
 * TOO_LARGE above `maxBytes` (before reading, when the sender says its length), BAD_INPUT for broken or too deeply
 * nested JSON. Never holds more than `maxBytes` of it.
 */
export async function readJsonBody(request: IncomingMessage, limits: BodyLimits): Promise<unknown> {
  const types = headerValues(request.rawHeaders, 'content-type')
  const coded = headerValues(request.rawHeaders, 'content-encoding').some((coding) => coding.toLowerCase() !== 'identity')
  if (types.length !== 1 || !jsonType.test(types[0] ?? '') || coded) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'A command takes its input as plain JSON. Send it with "Content-Type: application/json".')
  }
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) throw tooLarge(limits.maxBytes)
  limits.onAdmitted?.()

  const measureDepth = createDepthMeter()
  // Decoded piece by piece as it arrives, so that a large body never holds up the app for long at a time.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const pieces: string[] = []
  let bytes = 0
  // Listened to by hand: leaving a `for await` early would destroy the socket before the answer is out.
  await new Promise<void>((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > limits.maxBytes) return reject(tooLarge(limits.maxBytes))
      if (measureDepth(chunk) > limits.maxDepth) {
        return reject(
          new AppError(
            'BAD_INPUT',
            `This JSON is nested deeper than ${limits.maxDepth} levels. No command needs that; check what is sent.`,
          ),
        )
      }
      try {
        pieces.push(decoder.decode(chunk, { stream: true }))
      } catch {
        reject(notUtf8())
      }
    })
    request.on('end', resolve)
    request.on('error', reject)
    request.on('close', () => reject(new AppError('CANCELLED', 'The request ended before it was whole. Nothing was kept; send it again.')))
  }).finally(() => request.removeAllListeners('data'))

  try {
    decoder.decode()
  } catch {
    throw notUtf8()
  }
  const text = pieces.join('')
  if (bytes > largeBytes) await new Promise((resolve) => setImmediate(resolve))
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text, which must not travel into a log.
    throw new AppError('BAD_INPUT', 'The body is not valid JSON. Nothing was kept. Check it and send it again.')
  }
}
