import { AppError } from '../../../shared/errors'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import type { FeedFile } from './feed-folder'
import { listFeed, readFeedFile } from './feed-folder'
import { HEADER_BYTES, isForUs, type Refusal } from './hive-file'
import type { TakenIn } from './hive-intake'
import type { PublicKeys, Sodium } from './hive-keys'
import type { HivePeerStore, StoredPeer } from './hive-peer-store'

export interface HiveFeedsDeps {
  hivePeers: HivePeerStore
  sodium: () => Sodium
  /** Null while this vault has no keys, and nothing can be for it. */
  publicKeys: () => PublicKeys | null
  takeIn: (file: Uint8Array, way: 'folder') => TakenIn
  write: <T>(body: (tx: WriteTransaction) => T) => T
  now: () => number
  /** Milliseconds that only go forward. */
  elapsed: () => number
  onFault: (where: string, error: unknown) => void
  lookEveryMs?: number
  settleMs?: number
}

/** A folder says nothing when it changes on every system and every kind of disk, so it is looked at. */
const LOOK_EVERY_MS = 20_000
/** A file whose size and time stay for so long is whole, as far as anybody can tell. */
const SETTLE_MS = 1500
/** So long a file that does not verify may still be on its way. */
const HALF_SYNCED_MS = 600_000
/** What a sync program may yet mend. */
const mayMend: ReadonlySet<string> = new Set<Refusal>(['damaged', 'not-hive'])
const STILL_DAMAGED =
  'This file has not become whole within ten minutes. It was cut or changed on its way; ask for the thought to be shared again.'

interface Watched {
  size: number
  modified: number
  since: number
  /** When it first did not verify. */
  failedSince: number | null
}

/** Looks into the folders shared with peers and takes in what is new and whole. */
export function createHiveFeeds(deps: HiveFeedsDeps) {
  const { hivePeers, write, elapsed } = deps
  const settleMs = deps.settleMs ?? SETTLE_MS
  const watched = new Map<string, Watched>()
  let work: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  function record(peerId: string, { name, size, modified }: FeedFile, problem: string | null): void {
    write((tx) => {
      hivePeers.putFile(peerId, { name, size, modified, problem, at: tx.now })
      if (problem !== null) tx.emit('hive-changed', {})
    })
  }

  /** Whether the file stayed as it is since long enough; notes it down otherwise. */
  function hasSettled(path: string, file: FeedFile): boolean {
    const known = watched.get(path)
    if (known && known.size === file.size && known.modified === file.modified) return elapsed() - known.since >= settleMs
    watched.set(path, { size: file.size, modified: file.modified, since: elapsed(), failedSince: null })
    return settleMs === 0
  }

  /** True when a thought came in. */
  async function takeFile(owner: StoredPeer, folder: string, file: FeedFile): Promise<boolean> {
    const path = `${folder}\n${file.name}`
    const mine = deps.publicKeys()
    if (mine === null) return false
    const head = await readFeedFile(folder, file.name, HEADER_BYTES)
    if (head === null || stopped) return false
    if (isForUs(deps.sodium(), head, mine) === false) {
      record(owner.id, file, null)
      return false
    }
    const bytes = await readFeedFile(folder, file.name)
    if (bytes === null || stopped) return false
    try {
      const { already } = deps.takeIn(bytes, 'folder')
      record(owner.id, file, null)
      watched.delete(path)
      return !already
    } catch (error) {
      if (!(error instanceof AppError) || typeof error.data?.reason !== 'string') throw error
      const entry = watched.get(path)
      if (!mayMend.has(error.data.reason) || !entry) record(owner.id, file, error.message)
      else {
        entry.failedSince ??= elapsed()
        if (elapsed() - entry.failedSince >= HALF_SYNCED_MS) record(owner.id, file, STILL_DAMAGED)
      }
      return false
    }
  }

  function noteProblem(peers: readonly StoredPeer[], problem: string | null): void {
    const changed = peers.filter((peer) => peer.feedProblem !== problem)
    if (changed.length === 0) return
    write((tx) => {
      for (const { id } of changed) hivePeers.setFolderProblem(id, problem)
      tx.emit('hive-changed', {})
    })
  }

  async function lookInto(folder: string, peers: readonly StoredPeer[]): Promise<number> {
    const owner = peers[0]
    if (!owner) return 0
    let files: FeedFile[]
    try {
      files = await listFeed(folder)
    } catch (error) {
      if (!stopped) noteProblem(peers, error instanceof AppError ? error.message : 'The feed folder cannot be read.')
      return 0
    }
    if (stopped) return 0
    noteProblem(peers, null)
    const known = new Map(hivePeers.files(owner.id).map((file) => [file.name, file]))
    let taken = 0
    for (const file of files) {
      if (stopped) break
      const before = known.get(file.name)
      known.delete(file.name)
      if (before && before.size === file.size && before.modified === file.modified) continue
      if (!hasSettled(`${folder}\n${file.name}`, file)) continue
      if (await takeFile(owner, folder, file)) taken += 1
    }
    // What is gone from the folder need not be remembered: the number of each thought is.
    if (known.size > 0 && !stopped) write(() => [...known.keys()].map((name) => hivePeers.dropFile(owner.id, name)))
    return taken
  }

  async function lookNow(): Promise<number> {
    const folders = new Map<string, StoredPeer[]>()
    for (const peer of hivePeers.list())
      if (peer.feedFolder !== null) folders.set(peer.feedFolder, [...(folders.get(peer.feedFolder) ?? []), peer])
    let taken = 0
    for (const [folder, peers] of folders) if (!stopped) taken += await lookInto(folder, peers)
    return taken
  }

  /** One look after the other. */
  function look(): Promise<number> {
    const next = work.then(() => (stopped ? 0 : lookNow()))
    work = next.catch(() => undefined)
    return next
  }

  return {
    look,
    /** Looks, and once more for what has not settled yet. Gives how many thoughts came in. */
    async lookTwice(): Promise<number> {
      const first = await look()
      if (watched.size === 0) return first
      await new Promise((resolve) => setTimeout(resolve, settleMs + 50))
      return first + (await look())
    },
    start(): void {
      const round = () => void look().catch((error: unknown) => deps.onFault('hive-folder', error))
      timer = setInterval(round, deps.lookEveryMs ?? LOOK_EVERY_MS)
      timer.unref()
      round()
    },
    async stop(): Promise<void> {
      stopped = true
      clearInterval(timer)
      await work
    },
  }
}
