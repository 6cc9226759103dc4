import './briefing.css'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigation } from '../../base/navigation-store'
import { Button, IconButton } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { formatNumber } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { BriefingList } from './briefing-list'
import { BriefingPage } from './briefing-page'
import { loadBriefings, useBriefings } from './briefing-store'
import { openNewBriefing, useNewBriefing } from './new-briefing-store'

/** The place of the briefings: the list, and the one that is read or heard. */
export function BriefingPlace() {
  const { list, total, problem, chosen: asked } = useBriefings()
  const itemId = useNavigation((state) => state.itemId)
  const [chosen, setChosen] = useState<string | undefined>(asked?.id)
  const begun = useNewBriefing((state) => state.begunId)
  useEffect(() => void loadBriefings(), [])
  // One that was just begun is shown, until another one is chosen.
  useEffect(() => {
    if (begun === undefined) return
    setChosen(begun)
    useNewBriefing.setState({ begunId: undefined })
  }, [begun])
  useEffect(() => {
    if (asked) setChosen(asked.id)
    return () => useBriefings.setState({ chosen: undefined })
  }, [asked])

  const all = list ?? []
  // Whoever comes from a thought finds its newest briefing; whoever comes from the places finds the newest of all.
  const briefing =
    all.find((each) => each.id === chosen) ??
    (asked?.id === chosen ? asked : undefined) ??
    all.find((each) => each.itemId === itemId) ??
    all[0]
  const open = (id: string) => {
    setChosen(id)
    useNavigation.setState({ pane: 'page' })
  }
  return (
    <>
      <section className="list" aria-label="Briefings">
        <div className="head">
          <h2>Briefings</h2>
          {total > 0 && <span className="n num">{formatNumber(total)}</span>}
          <span className="end">
            <IconButton icon={Plus} label="New briefing" onClick={() => openNewBriefing()} />
          </span>
        </div>
        {all.length > 0 ? (
          <BriefingList briefings={all} total={total} selected={briefing?.id} onSelect={setChosen} onOpen={open} />
        ) : problem !== undefined ? (
          <EmptyState title="The briefings could not be read">{problem}</EmptyState>
        ) : list ? (
          <EmptyState title="Nothing to hear yet" actions={<Button onClick={() => openNewBriefing()}>New briefing</Button>}>
            Press B on a thought to have it read aloud, or make a briefing of several.
          </EmptyState>
        ) : (
          <Late>Opening the briefings…</Late>
        )}
      </section>
      <BriefingPage briefing={briefing} />
    </>
  )
}
