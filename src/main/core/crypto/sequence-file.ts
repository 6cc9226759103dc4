import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { fileCode } from '../files/private-files'
import { readySodium } from './sodium'

const length = 32
const signedLength = 16
const magic = Buffer.from('TVS1')

export interface SequenceFile {
  /** The last number written, or null when there is none: no file yet, or (`damaged`) a file that this vault did not write. */
  read(): number | null
  /**
   * Notes the number of the last commit. Synchronous, a few microseconds, without a sync. Does not throw when the disk
   * fails, because the commit it follows has succeeded: `failed` tells, and the loss detector is blind until the next write.
   */
  write(sequence: number): void
  readonly damaged: boolean
  readonly failed: boolean
  close(): void
}

/**
 * vault.seq: the number of the last acknowledged commit, outside the database. A database that knows only an earlier one
 * has lost commits (lost WAL, old file put back). It is written after the commit, so a crash raises no false alarm.
 * 32 bytes: "TVS1", 4 zeros, u64 big-endian, keyed BLAKE2b-128. Needs libsodium to be loaded.
 */
export function createSequenceFile({ file, key }: { file: string; key: Buffer }): SequenceFile {
  const record = Buffer.alloc(length)
  magic.copy(record)
  let descriptor: number | null = null
  let damaged = false
  let failed = false

  const mac = () => readySodium().crypto_generichash(length - signedLength, record.subarray(0, signedLength), key)

  return {
    get damaged() {
      return damaged
    },
    get failed() {
      return failed
    },
    read() {
      const found = readStart(file)
      if (found === null) {
        damaged = false
        return null
      }
      found.copy(record, 0, 0, Math.min(found.length, signedLength))
      const sequence = record.readBigUInt64BE(8)
      damaged =
        found.length !== length ||
        !found.subarray(0, 8).equals(Buffer.concat([magic, Buffer.alloc(4)])) ||
        !readySodium().memcmp(found.subarray(signedLength), mac()) ||
        sequence > BigInt(Number.MAX_SAFE_INTEGER)
      return damaged ? null : Number(sequence)
    },
    write(sequence) {
      record.fill(0, 4, 8)
      magic.copy(record)
      record.writeBigUInt64BE(BigInt(sequence), 8)
      record.set(mac(), signedLength)
      try {
        descriptor ??= openForWriting(file)
        failed = writeSync(descriptor, record, 0, length, 0) !== length
      } catch {
        failed = true
      }
    },
    close() {
      if (descriptor !== null) closeSync(descriptor)
      descriptor = null
    },
  }
}

/** Up to one byte more than a whole record, so that a longer file is noticed. */
function readStart(file: string): Buffer | null {
  try {
    const descriptor = openSync(file, 'r')
    try {
      const bytes = Buffer.alloc(length + 1)
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length + 1, 0))
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    if (fileCode(error) === 'ENOENT') return null
    throw error
  }
}

/** Opens for writing in place; the old record stays until the new one overwrites it. */
function openForWriting(file: string): number {
  try {
    return openSync(file, 'r+')
  } catch (error) {
    if (fileCode(error) !== 'ENOENT') throw error
    return openSync(file, 'wx', 0o600)
  }
}
