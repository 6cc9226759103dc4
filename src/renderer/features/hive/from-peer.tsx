import { currentTime } from '../../ui/clock'
import './cross.css'
import { useEffect, useState } from 'react'
import type { CommandOutput } from '../../../shared/contract'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { useNavigation } from '../../base/navigation-store'
import { Button } from '../../ui/button'
import { formatMoment } from '../../ui/format-time'
import { compareAgain } from './hive-acts'

type Origin = CommandOutput<'get-hive-origin'>

function useOrigin(itemId: string): Origin | undefined {
  const [found, setFound] = useState<Origin>()
  useEffect(() => {
    let gone = false
    const load = () => {
      client.call('get-hive-origin', { itemId }).then(
        (origin) => !gone && setFound(origin),
        // It may be locked just now; this is an extra.
        () => undefined,
      )
    }
    load()
    const stops = [
      onEvent('hive-changed', load),
      onEvent('cross-synthesis-completed', load),
      onEvent('links-changed', (payload) => {
        if (payload.itemId === itemId) load()
      }),
    ]
    return () => {
      gone = true
      for (const stop of stops) stop()
    }
  }, [itemId])
  return found
}

/** On the page of a thought that came from a peer, or was set beside one: from whom, and the two views. */
export function FromPeer({ itemId, isFromPeer }: { itemId: string; isFromPeer: boolean }) {
  const origin = useOrigin(itemId)
  if (!origin || (origin.from === null && origin.syntheses.length === 0)) return null
  const { from, syntheses, hasThesis } = origin
  return (
    <section className="think" aria-label="Two views">
      <div className="think-h">
        <h2>Two views</h2>
        {isFromPeer && hasThesis && (
          <span className="end">
            <Button onClick={() => void compareAgain(itemId)}>{syntheses.length === 0 ? 'Compare with mine' : 'Compare again'}</Button>
          </span>
        )}
      </div>
      {from && (
        <p className="think-offer">
          From <bdi>{from.peerName}</bdi>
          {from.verified ? '' : ', whose code was not compared'}, sent {formatMoment(from.sentAt, currentTime())}
          {from.revision > 1 ? `, version ${from.revision}` : ''}. Their words are theirs: what they say was not checked.
        </p>
      )}
      {syntheses.length > 0 ? (
        <ul className="hive-views">
          {syntheses.map(({ itemId: id, title, createdAt }) => (
            <li key={id}>
              <button type="button" className="link" onClick={() => useNavigation.getState().openItem(id)}>
                <bdi>{title}</bdi>
              </button>
              <span>{formatMoment(createdAt, currentTime())}</span>
            </li>
          ))}
        </ul>
      ) : (
        isFromPeer && (
          <p className="hint">
            {hasThesis
              ? 'None of your own theses was near enough to compare it with.'
              : 'It came without a thesis. Deep Think makes one; then it can be compared with yours.'}
          </p>
        )
      )}
    </section>
  )
}
