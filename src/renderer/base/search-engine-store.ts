import { create } from 'zustand'
import type { CommandOutput } from '../../shared/contract'
import { client } from './client'
import { onEvent } from './live-events'

type SearchEngines = CommandOutput<'list-search-engines'>

/** The search engines as they are set up; undefined until they are read. */
export const useSearchEngines = create<{ found: SearchEngines | undefined }>(() => ({ found: undefined }))

onEvent('vault-locked', () => useSearchEngines.setState({ found: undefined }))

export async function loadSearchEngines(): Promise<void> {
  const found = await client.call('list-search-engines', {}).catch(() => undefined)
  if (found) useSearchEngines.setState({ found })
}

/** Loads them and keeps them fresh while they are on screen. Returns the way to stop. */
export function followSearchEngines(): () => void {
  void loadSearchEngines()
  return onEvent('settings-changed', () => void loadSearchEngines())
}
