import type { ReflectionSummary } from '../../../shared/contract/reflections'
import { attempt } from '../../base/attempt'
import { showBehind } from '../../base/behind-store'
import { client } from '../../base/client'
import { thoughtCount } from '../../base/scope-words'

/** Shows the thoughts that a reflection read. Those that were erased since are not among them. */
export async function showItemsRead({ id, itemCount }: Pick<ReflectionSummary, 'id' | 'itemCount'>): Promise<void> {
  await attempt(async () => {
    const { items } = await client.call('list-reflection-items', { id })
    showBehind(
      `${thoughtCount(itemCount)} were read`,
      items.map((item) => ({ itemId: item.id, title: item.title, trashed: item.inTrash })),
    )
  })
}
