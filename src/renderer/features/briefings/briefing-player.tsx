import './briefing.css'
import { useEffect } from 'react'
import { useNavigation } from '../../base/navigation-store'
import { Button } from '../../ui/button'
import { StatusDot } from '../../ui/status-dot'
import { remakeBriefing, stopBriefing } from './briefing-acts'
import { briefingState, failureWords } from './briefing-state'
import { loadBriefing, useBriefings } from './briefing-store'
import { PlayerBar } from './player-bar'

function openBriefing(itemId: string): void {
  const { openPlace } = useNavigation.getState()
  openPlace('briefings')
  useNavigation.setState({ itemId, pane: 'page' })
}

/** The bar at the foot of a thought that has a briefing: how far it is, why it was not made, or the player. Nothing for one without. */
export function BriefingPlayer({ itemId }: { itemId: string }) {
  const briefing = useBriefings((state) => state.byItem[itemId])
  useEffect(() => void loadBriefing(itemId), [itemId])
  if (!briefing) return null
  const read = (
    <Button variant="quiet" onClick={() => openBriefing(itemId)}>
      Read along
    </Button>
  )
  if (briefing.status === 'done' && briefing.audio) return <PlayerBar key={briefing.id} briefing={briefing} end={read} />
  const state = briefingState(briefing.status)
  const failed = briefing.status === 'failed'
  const words = failed
    ? failureWords(briefing)
    : briefing.status === 'done'
      ? (briefing.voiceNotice ?? 'This briefing can be read. There was no voice to read it aloud.')
      : ''
  return (
    <section className="player player-line" aria-label="Briefing">
      <p className="player-state" role="status">
        <b>Briefing</b>
        {state && <StatusDot {...state} />}
        {words !== '' && (
          <span className="words" title={words}>
            {words}
          </span>
        )}
      </p>
      <div className="ctl">
        {failed ? (
          <Button onClick={() => void remakeBriefing(briefing)}>Make it again</Button>
        ) : state ? (
          <Button variant="quiet" onClick={() => void stopBriefing(briefing)}>
            Stop
          </Button>
        ) : (
          <Button variant="quiet" onClick={() => openBriefing(itemId)}>
            Read it
          </Button>
        )}
      </div>
    </section>
  )
}
