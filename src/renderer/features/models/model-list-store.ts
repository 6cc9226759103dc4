import { create } from 'zustand'
import type { CommandOutput } from '../../../shared/contract'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'

export type ListedModel = CommandOutput<'list-endpoint-models'>['models'][number]

export interface ModelList {
  models: ListedModel[]
  loading: boolean
  /** Why the list could not be had; the models before stay. */
  problem: string | undefined
}

/** What each stored server says it has, by its id. Asked for only when somebody wants to choose. */
export const useModelLists = create<{ lists: Record<string, ModelList> }>(() => ({ lists: {} }))

onEvent('vault-locked', () => useModelLists.setState({ lists: {} }))

const asking = new Map<string, Promise<ListedModel[]>>()

function put(id: string, change: Partial<ModelList>): void {
  useModelLists.setState(({ lists }) => ({
    lists: { ...lists, [id]: { models: [], loading: false, problem: undefined, ...lists[id], ...change } },
  }))
}

async function ask(id: string): Promise<ListedModel[]> {
  put(id, { loading: true, problem: undefined })
  try {
    const { models } = await client.call('list-endpoint-models', { id })
    put(id, { models, loading: false })
    return models
  } catch (error) {
    put(id, { loading: false, problem: errorWords(error) })
    return []
  } finally {
    asking.delete(id)
  }
}

/** The models of a server, asked for once; `again` asks anew. Empty when the list cannot be had, with the reason in the store. */
export function loadModelList(id: string, again = false): Promise<ListedModel[]> {
  const known = useModelLists.getState().lists[id]
  if (!again && known && !known.loading && known.problem === undefined) return Promise.resolve(known.models)
  const running = asking.get(id) ?? ask(id)
  asking.set(id, running)
  return running
}

/** A server that was changed may have other models. */
export function forgetModelList(id: string): void {
  useModelLists.setState(({ lists: { [id]: _, ...lists } }) => ({ lists }))
}
