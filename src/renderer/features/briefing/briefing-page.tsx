import { Copy, Ellipsis } from 'lucide-react'
import type { Briefing } from '../../../shared/entities'
import { Button, IconButton } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { formatDuration, formatMoment } from '../../ui/format-time'
import { Menu, type MenuItem } from '../../ui/menu'
import { StatusDot } from '../../ui/status-dot'
import { splitAdvice } from '../jobs/error-advice'
import { usePageKeys } from '../jobs/page-keys'
import { PagePane } from '../jobs/page-pane'
import { PlaceTitle } from '../jobs/place-title'
import { openThought } from '../thinking/open-thesis'
import { engineSentence } from '../thinking/thesis-view'
import { canSave, copyScript, openBriefingJob, remakeBriefing, saveAudio, saveScript, stopBriefing } from './briefing-acts'
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

function Notes({ briefing }: { briefing: Briefing }) {
  return (
    <aside className="notes" aria-label="Margin">
      <h2 className="sr">Margin</h2>
      <div className="note">
        <h3>Made from</h3>
        <button type="button" className="link" onClick={() => openThought(briefing.itemId)}>
          Open the thought
        </button>
      </div>
      {briefing.audio && (
        <div className="note">
          <h3>Voice</h3>
          <span dir="auto">{briefing.audio.voice}</span>. The audio stays in the vault.
        </div>
      )}
    </aside>
  )
}

/** A briefing on its page: how far it is, its script as a transcript, and the player at the foot. */
export function BriefingPage({ briefing }: { briefing: Briefing | undefined }) {
  usePageKeys({ o: briefing && (() => openThought(briefing.itemId)) })
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
    { label: 'Open the thought', keys: 'O', onChoose: () => openThought(briefing.itemId) },
    ...(canSave && script ? [{ label: 'Save text…', onChoose: () => saveScript(title, script) }] : []),
    ...(canSave && audio ? [{ label: 'Save audio…', onChoose: () => void saveAudio(briefing) }] : []),
    ...(briefing.status === 'done' ? [{ label: 'Open job', onChoose: () => void openBriefingJob(briefing) }] : []),
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
            <span>Briefing made {formatMoment(briefing.createdAt, Date.now())}</span>
            {audio && <span className="num">{formatDuration(audio.durationMs)}</span>}
            {engine && <span dir="auto">{engine}</span>}
          </p>
          <div role="status">
            <Progress briefing={briefing} />
          </div>
          {script && <Transcript key={briefing.id} briefing={briefing} />}
        </div>
        <Notes briefing={briefing} />
      </article>
    </PagePane>
  )
}
