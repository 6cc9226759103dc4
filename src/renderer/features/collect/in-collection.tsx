import { useEffect, useState } from 'react'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { useNavigation } from '../../base/navigation-store'

/** The collection that an item is in, as a way to it; nothing for an item that is in none. */
export function InCollection({ itemId }: { itemId: string }) {
  const [found, setFound] = useState<{ id: string; name: string } | null>(null)
  useEffect(() => {
    let gone = false
    const load = () => {
      client.call('collection-of-item', { itemId }).then(
        ({ collection }) => !gone && setFound(collection),
        // It may be locked or trashed just now; the line is an extra.
        () => !gone && setFound(null),
      )
    }
    load()
    const stop = onEvent('collection-changed', load)
    return () => {
      gone = true
      stop()
    }
  }, [itemId])
  if (found === null) return null
  return (
    <span className="in-collection">
      in{' '}
      <button type="button" className="link" onClick={() => useNavigation.getState().openCollection(found.id)}>
        {found.name}
      </button>
    </span>
  )
}
