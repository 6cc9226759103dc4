import { MOST_ITEMS } from '../../../shared/contract/reflections'
import type { Session } from '../../app/session'
import type { Handlers } from '../../core/commands/dispatch'

/** The items behind the figures of reflections, for the window. */
export function reflectionItems(session: () => Session): Pick<Handlers, 'list-reflection-items' | 'preview-reflection'> {
  return {
    'list-reflection-items': ({ id }) => {
      const s = session()
      return { items: s.reflections.named(s.reflections.itemsOf(id)) }
    },
    'preview-reflection': ({ since }) => {
      const s = session()
      const { count, ids } = s.reflecting.preview(since, MOST_ITEMS)
      return { count, items: s.reflections.named(ids) }
    },
  }
}
