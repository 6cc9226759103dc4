import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import type { Briefing } from '../../../shared/entities'
import { showBehind } from '../../base/behind-store'
import { splitAdvice } from '../../base/error-advice'
import { openThought } from '../../base/open-thesis'
import { usePageKeys } from '../../base/page-keys'
import { PagePane } from '../../base/page-pane'
import { PlaceTitle } from '../../base/place-title'
import { thoughtCount } from '../../base/scope-words'
import { engineSentence } from '../../base/thesis-view'
import { Button, IconButton } from '../../ui/button'
import { currentTime } from '../../ui/clock'
import { EmptyState } from '../../ui/empty-state'
import { formatDuration, formatMoment } from '../../ui/format-time'
import { Menu, type MenuItem } from '../../ui/menu'
import { StatusDot } from '../../ui/status-dot'
import { copyScript, deleteBriefing, openBriefingJob, remakeBriefing, saveAudio, saveScript, stopBriefing } from './briefing-acts'
import { BriefingNotes } from './briefing-notes'
import { briefingState, failureWords } from './briefing-state'
import { PlayerBar } from './player-bar'
import { Transcript } from './transcript'

function Progress({ briefing }: { briefing: Briefing }) {
  if (briefing.status === 'failed') {
    const { what, advice } = splitAdvice(failureWords(briefing))
    return (
      <>
        <div className="plain">
          <p>{what}</p>
          {advice && <p>{advice}</p>}
        </div>
        <div className="acts">
          <Button variant="primary" onClick={() => void remakeBriefing(briefing)}>
            Make it again
          </Button>
          <Button onClick={() => void openBriefingJob(briefing)}>Open job</Button>
        </div>
      </>
    )
  }
  const state = briefingState(briefing.status)
  if (state) {
    return (
      <div className="making">
        <StatusDot {...state} pill />
        <Button variant="quiet" onClick={() => void stopBriefing(briefing)}>
          Stop
        </Button>
      </div>
    )
  }
  return briefing.audio === null ? (
    <p className="silence">{briefing.voiceNotice ?? 'There was no voice when this was made, so it can be read and not heard.'}</p>
  ) : null
}

/** A briefing on its page: how far it is, its script as a transcript, and the player at the foot. */
export function BriefingPage({ briefing }: { briefing: Briefing | undefined }) {
  const itemId = briefing?.itemId ?? null
  usePageKeys({ o: itemId === null ? undefined : () => openThought(itemId), Delete: briefing && (() => void deleteBriefing(briefing)) })
  if (!briefing) {
    return (
      <PagePane label="Briefing" crumb="Briefings">
        <div className="job">
          <EmptyState title="No briefing is chosen">Choose one in the list to read or hear it.</EmptyState>
        </div>
      </PagePane>
    )
  }
  const { script, audio, title } = briefing
  const items: MenuItem[] = [
    ...(itemId === null ? [] : [{ label: 'Open the thought', keys: 'O', onChoose: () => openThought(itemId) }]),
    ...(audio ? [{ label: 'Save audio…', onChoose: () => void saveAudio(briefing) }] : []),
    ...(script ? [{ label: 'Save text…', onChoose: () => void saveScript(title, script) }] : []),
    ...(briefing.status === 'done' ? [{ label: 'Open job', onChoose: () => void openBriefingJob(briefing) }] : []),
    { label: 'Delete', icon: Trash2, keys: 'Delete', danger: true, onChoose: () => void deleteBriefing(briefing) },
  ]
  const actions = (
    <>
      {script && <IconButton icon={Copy} label="Copy script" onClick={() => void copyScript(script)} />}
      <Menu label="More" icon={Ellipsis} items={items} />
    </>
  )
  const engine = engineSentence(briefing.engine)
  return (
    <PagePane label="Briefing" crumb="Briefings" actions={actions} after={audio && <PlayerBar key={briefing.id} briefing={briefing} />}>
      <article className="sheet">
        <div>
          <PlaceTitle title={title} />
          <p className="meta">
            <span>Briefing made {formatMoment(briefing.createdAt, currentTime())}</span>
            {itemId === null && (
              <button type="button" className="count" onClick={() => showBehind(thoughtCount(briefing.items.length), briefing.items)}>
                {thoughtCount(briefing.items.length)}
              </button>
            )}
            {audio && <span className="num">{formatDuration(Math.floor(audio.durationMs / 1000) * 1000)}</span>}
            {engine && <span dir="auto">{engine}</span>}
          </p>
          <div role="status">
            <Progress briefing={briefing} />
          </div>
          {script && <Transcript key={briefing.id} briefing={briefing} />}
        </div>
        <BriefingNotes briefing={briefing} />
      </article>
    </PagePane>
  )
}
