import { attempt } from '../../base/attempt'
import { client } from '../../base/client'
import { useNavigation } from '../../base/navigation-store'

/** Shows the reflection that an item is the report of; the item itself where there is none. */
export async function openReflectionOf(itemId: string): Promise<void> {
  await attempt(async () => {
    const { reflection } = await client.call('get-reflection', { itemId })
    const { openReflection, openItem } = useNavigation.getState()
    if (reflection) openReflection(reflection.id)
    else openItem(itemId)
  })
}
