import { create } from 'zustand'
import type { ItemLinks, NamedInText } from '../../../shared/contract/links'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'

interface LinksStore {
  /** The item whose links are here or asked for. */
  itemId: string | undefined
  links: ItemLinks | undefined
  /** What the names in its text stand for. */
  names: ReadonlyMap<string, NamedInText>
  problem: string | undefined
  load(id: string): Promise<void>
}

const nothing = { links: undefined, names: new Map<string, NamedInText>(), problem: undefined }

export const useLinks = create<LinksStore>((set, get) => ({
  itemId: undefined,
  ...nothing,
  load: async (id) => {
    if (get().itemId !== id) set({ itemId: id, ...nothing })
    try {
      const links = await client.call('list-links', { id })
      if (get().itemId === id) set({ links, names: new Map(links.names.map((named) => [named.name, named])), problem: undefined })
    } catch (error) {
      if (get().itemId === id) set({ problem: errorWords(error) })
    }
  },
}))

/** Whether a change of this item shows in the links that are on the page. */
function concerns(itemId: string, { itemId: own, links }: LinksStore): boolean {
  if (itemId === own) return true
  if (!links) return false
  const { outgoing, backlinks, related, rejected, names } = links
  return (
    [...outgoing, ...backlinks, ...related, ...rejected].some((link) => link.item.id === itemId) ||
    names.some(({ item }) => item?.id === itemId)
  )
}

/** Keeps the links on the page in step with the vault. */
export function followLinks(): void {
  const reload = ({ itemId }: { itemId: string }) => {
    const state = useLinks.getState()
    if (state.itemId !== undefined && concerns(itemId, state)) void state.load(state.itemId)
  }
  onEvent('links-changed', reload)
  onEvent('item-changed', reload)
  onEvent('vault-locked', () => useLinks.setState({ itemId: undefined, ...nothing }))
}

/** The name under which a text would say what this name stands for now; undefined when that is not known or nothing. */
export function currentNameIn(names: ReadonlyMap<string, NamedInText>) {
  return (name: string): string | undefined => {
    const named = names.get(name)
    if (!named?.item || named.name.startsWith('#')) return undefined
    return named.heading === '' ? named.item.title : `${named.item.title}#${named.heading}`
  }
}
