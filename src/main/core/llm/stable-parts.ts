import { nextTurn, startCount, step, totalOf } from './count-tokens'

/** Characters between two turns of the event loop, some 10 ms of work. */
const CHARACTERS_IN_TURN = 250_000

/**
 * Cuts a text into parts of at most `limit` estimated tokens, most of them between half and all of it. Nothing is lost: the parts joined
 * are the text. Where a part ends depends on the words around its end, not on what stands far before: of the best places in the second half
 * of a part (a blank line, else a line end, a sentence end, a space, anything) it is the one whose last 32 characters have the smallest
 * hash. So after an insertion or a deletion the cuts fall into step again after a few parts, and all further parts are as they were
 * (content-defined chunking; Muthitacharoen et al., "A Low-bandwidth Network File System", 2001). Rejects with the signal's reason.
 */
export async function stableParts(text: string, limit: number, signal?: AbortSignal): Promise<string[]> {
  const parts: string[] = []
  let sinceTurn = 0
  for (let start = 0; start < text.length; ) {
    const { cut, looked } = endOfPart(text, start, Math.max(1, limit))
    parts.push(text.slice(start, cut))
    start = cut
    sinceTurn += looked
    if (sinceTurn < CHARACTERS_IN_TURN) continue
    sinceTurn = 0
    await nextTurn()
    signal?.throwIfAborted()
  }
  return parts
}

function endOfPart(text: string, start: number, limit: number): { cut: number; looked: number } {
  const count = startCount()
  let hash = 0
  let cut = 0
  let rank = -1
  let smallest = 0
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    step(count, code)
    const tokens = totalOf(count)
    if (tokens > limit) return { cut: rank === -1 ? wholeCharacter(text, start, at) : cut, looked: at - start }
    // Each step pushes older characters out by one bit, so that only the last 32 count.
    hash = ((hash << 1) + Math.imul(code + 1, 0x9e3779b1)) | 0
    if (tokens * 2 < limit) continue
    const found = rankOf(text, at + 1)
    if (found < rank) continue
    const value = mix(hash)
    if (found === rank && value > smallest) continue
    cut = at + 1
    rank = found
    smallest = value
  }
  return { cut: text.length, looked: text.length - start }
}

/** Where nothing better was found: before the character that is too much, or behind it when it is the first. */
function wholeCharacter(text: string, start: number, at: number): number {
  const cut = Math.max(at, start + 1)
  const last = text.charCodeAt(cut - 1)
  return last >= 0xd800 && last <= 0xdbff ? Math.min(text.length, cut + 1) : cut
}

/** How good it is to cut before this position: 4 behind a blank line, 3 a line end, 2 a sentence end, 1 a space, 0 anything, -1 never. */
function rankOf(text: string, position: number): number {
  const last = text.charCodeAt(position - 1)
  if (last === 0x0a) {
    const before = text.charCodeAt(position - 2)
    return before === 0x0a || (before === 0x0d && text.charCodeAt(position - 3) === 0x0a) ? 4 : 3
  }
  if (last === 0x3002 || last === 0xff01 || last === 0xff1f || last === 0xff61) return 2
  if (last === 0x20 || last === 0x09) return /[.!?…]["”’»)\]]?$/.test(text.slice(Math.max(0, position - 3), position - 1)) ? 2 : 1
  return last >= 0xd800 && last <= 0xdbff ? -1 : 0
}

/** Spreads a hash over all its bits (the last steps of MurmurHash3), so that the smallest is a fair choice. */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
