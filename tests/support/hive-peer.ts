import { randomBytes } from 'node:crypto'
import { loadSodium } from '../../src/main/core/crypto/sodium'
import { openThought, sealThought } from '../../src/main/features/hive/hive-file'
import { type HiveKeys, makeHiveKeys, type Sodium } from '../../src/main/features/hive/hive-keys'
import { type HivePayload, writePayload } from '../../src/main/features/hive/hive-payload'
import { readCard, writeCard } from '../../src/main/features/hive/peer-card'
import type { Client } from '../../src/shared/client'
import { gateNames } from '../../src/shared/entities'

/** Somebody with keys and no vault, who seals whatever a test wants. */
export interface FakePeer {
  keys: HiveKeys
  card: string
  /** A file for the owner of a card. */
  seal(card: string, payload: string): Buffer
  /** The text of a file that was sealed for this peer by the owner of the card. */
  open(card: string, file: Uint8Array): string
}

export async function makeFakePeer(name: string): Promise<FakePeer> {
  const sodium: Sodium = await loadSodium()
  const keys = makeHiveKeys(sodium)
  return {
    keys,
    card: writeCard(sodium, keys, name),
    seal: (card, payload) => Buffer.from(sealThought(sodium, payload, keys, readCard(sodium, card))),
    open(card, file) {
      const from = readCard(sodium, card)
      return openThought(sodium, file, keys, () => ({ id: 'x', ...from, blocked: false })).text
    },
  }
}

/** What a peer may say; each call is another file. */
export function peerPayload(over: Partial<HivePayload> = {}): string {
  return writePayload({
    format: 'cortexa-thought',
    version: 1,
    id: randomBytes(16).toString('hex'),
    thread: randomBytes(16).toString('hex'),
    revision: 1,
    created: Date.now(),
    title: '',
    body: 'A tool library on our street saves every household money.\n\nIt needs 20 members to pay for itself.',
    tags: ['street'],
    ...over,
  })
}

export const peerThesis: NonNullable<HivePayload['thesis']> = {
  core: 'A tool library on our street saves every household money.',
  sub_questions: ['Who keeps the key?'],
  supporting_arguments: ['The tool library needs 20 members to pay for itself.'],
  risks: ['Tools come back broken.'],
  prior_art: [],
  open_questions: ['Who pays for repairs?'],
  next_steps: ['Name a keeper for the key of the tool library.'],
  confidence: 'speculation',
  lenses: [{ lens: 'inversion', text: 'Nobody lends anything.' }],
  gates: gateNames.map((gate) => ({ gate, status: gate === 'problem-stated' ? 'closed' : 'open', reason: `About ${gate}.` })),
  made_by: 'model',
}

/** Adds a card and says that the codes were compared. Gives the peer's id. */
export async function addVerified(window: Client, card: string): Promise<string> {
  const { id } = await window.call('add-hive-peer', { card })
  await window.call('verify-hive-peer', { id, verified: true })
  return id
}
