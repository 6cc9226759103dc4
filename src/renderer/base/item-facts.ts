import { useEffect } from 'react'
import { create } from 'zustand'
import { client } from './client'
import { firstWords } from './first-words'
import { onEvent } from './live-events'

/** What a thesis shows of an item it names. `gone` says that the item is no longer there to open. */
export interface ItemFacts {
  title: string
  createdAt: number | null
  opening: string
  gone: boolean
}

const OPENING_LENGTH = 160
/** A thesis that names more items than this shows the others without their date. */
const MOST = 40

export const useItemFacts = create<{ facts: Record<string, ItemFacts> }>(() => ({ facts: {} }))
const asked = new Set<string>()

function forget(ids: readonly string[]): void {
  for (const id of ids) asked.delete(id)
  useItemFacts.setState(({ facts }) => ({ facts: Object.fromEntries(Object.entries(facts).filter(([id]) => !ids.includes(id))) }))
}

onEvent('vault-locked', () => {
  asked.clear()
  useItemFacts.setState({ facts: {} })
})

async function read(id: string): Promise<void> {
  if (asked.has(id)) return
  asked.add(id)
  let facts: ItemFacts
  try {
    const item = await client.call('get-item', { id })
    facts = {
      title: item.title,
      createdAt: item.createdAt,
      opening: firstWords(item.body, OPENING_LENGTH, item.title),
      gone: item.deletedAt !== null,
    }
  } catch {
    // The item was erased, or is out of reach for now: the thesis shows what it knows itself, and nothing is lost.
    facts = { title: '', createdAt: null, opening: '', gone: true }
  }
  if (asked.has(id)) useItemFacts.setState((state) => ({ facts: { ...state.facts, [id]: facts } }))
}

/** Reads, one after the other, what is not known yet of these items, and again when one changes. */
export function useReadFacts(ids: readonly string[]): void {
  const key = [...new Set(ids)].slice(0, MOST).join(' ')
  useEffect(() => {
    const wanted = key === '' ? [] : key.split(' ')
    let over = false
    const readAll = async () => {
      for (const id of wanted) {
        if (over) return
        await read(id)
      }
    }
    void readAll()
    const stop = onEvent('item-changed', ({ itemId }) => {
      if (!wanted.includes(itemId)) return
      forget([itemId])
      void readAll()
    })
    return () => {
      over = true
      stop()
    }
  }, [key])
}
