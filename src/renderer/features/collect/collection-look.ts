import { create } from 'zustand'

export type CollectionLook = 'table' | 'cards'
const KEY = 'collection-look'

function kept(): CollectionLook {
  try {
    return localStorage.getItem(KEY) === 'cards' ? 'cards' : 'table'
  } catch {
    // Without storage it is a table again after a restart.
    return 'table'
  }
}

/** Whether collections are shown as a table or as cards. It says nothing about a person's content, so it is kept outside the vault. */
export const useCollectionLook = create<{ look: CollectionLook }>(() => ({ look: kept() }))

export function chooseLook(look: CollectionLook): void {
  useCollectionLook.setState({ look })
  try {
    localStorage.setItem(KEY, look)
  } catch {
    // As above.
  }
}
