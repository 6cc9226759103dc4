import { MOST_ITEMS } from '../../../shared/contract/reflections'
import type { Handlers } from '../../core/commands/dispatch'
import type { ReflectionStore } from './reflection-store'
import type { SessionReflections } from './session-reflections'

export interface ReflectionItemDeps {
  reflections: ReflectionStore
  reflecting: Pick<SessionReflections, 'preview'>
}

/** The items behind the figures of reflections, for the window. */
export function reflectionItems(s: ReflectionItemDeps): Pick<Handlers, 'list-reflection-items' | 'preview-reflection'> {
  return {
    'list-reflection-items': ({ id }) => {
      return { items: s.reflections.named(s.reflections.itemsOf(id)) }
    },
    'preview-reflection': ({ since }) => {
      const { count, ids } = s.reflecting.preview(since, MOST_ITEMS)
      return { count, items: s.reflections.named(ids) }
    },
  }
}
