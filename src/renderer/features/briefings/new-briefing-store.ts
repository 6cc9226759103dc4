import { create } from 'zustand'
import type { CommandOutput } from '../../../shared/contract'
import type { BriefingWish } from '../../../shared/contract/briefings'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { useNavigation } from '../../base/navigation-store'
import type { Scope } from '../../base/scope-words'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'
import { loadBriefings } from './briefing-store'

export interface ChosenThought {
  id: string
  title: string
}

interface NewBriefing {
  open: boolean
  scope: Scope
  tag: string
  query: string
  chosen: readonly ChosenThought[]
  /** What the choice comes to; undefined while it is not known, or nothing is chosen yet. */
  preview: CommandOutput<'preview-briefing-scope'> | undefined
  problem: string | undefined
  busy: boolean
  /** The briefing that was begun last: the place of the briefings shows it. */
  begunId: string | undefined
}

const empty: NewBriefing = {
  open: false,
  scope: 'since_last',
  tag: '',
  query: '',
  chosen: [],
  preview: undefined,
  problem: undefined,
  busy: false,
  begunId: undefined,
}
/** A pause after the last letter before it is looked for. */
const PAUSE_MS = 250

export const useNewBriefing = create<NewBriefing>(() => empty)

onEvent('vault-locked', () => useNewBriefing.setState(empty, true))

/** What is chosen, as a command takes it; undefined while something is missing. */
export function wishOf({ scope, tag, query, chosen }: Pick<NewBriefing, 'scope' | 'tag' | 'query' | 'chosen'>): BriefingWish | undefined {
  if (scope === 'tag') return tag.trim() === '' ? undefined : { scope, tag: tag.trim() }
  if (scope === 'search') return query.trim() === '' ? undefined : { scope, query: query.trim() }
  if (scope === 'chosen') return chosen.length === 0 ? undefined : { scope, itemIds: chosen.map(({ id }) => id) }
  return { scope }
}

let timer: ReturnType<typeof setTimeout> | undefined
let turn = 0

function lookSoon(): void {
  clearTimeout(timer)
  turn += 1
  const own = turn
  useNewBriefing.setState({ preview: undefined, problem: undefined })
  const wish = wishOf(useNewBriefing.getState())
  if (!wish) return
  const typed = wish.scope === 'tag' || wish.scope === 'search'
  timer = setTimeout(
    () =>
      void client.call('preview-briefing-scope', wish).then(
        (preview) => own === turn && useNewBriefing.setState({ preview }),
        (error: unknown) => own === turn && useNewBriefing.setState({ problem: errorWords(error) }),
      ),
    typed ? PAUSE_MS : 0,
  )
}

/** Opens the dialog, with something chosen already where it is opened from a tag or a search. */
export function openNewBriefing(start: Partial<Pick<NewBriefing, 'scope' | 'tag' | 'query' | 'chosen'>> = {}): void {
  useNewBriefing.setState({ ...empty, begunId: useNewBriefing.getState().begunId, ...start, open: true })
  lookSoon()
}

export function closeNewBriefing(): void {
  turn += 1
  useNewBriefing.setState((state) => ({ ...empty, begunId: state.begunId }))
}

export function changeNewBriefing(change: Partial<Pick<NewBriefing, 'scope' | 'tag' | 'query' | 'chosen'>>): void {
  useNewBriefing.setState(change)
  lookSoon()
}

/** Begins the briefing and shows it in its place. */
export async function startNewBriefing(): Promise<void> {
  const state = useNewBriefing.getState()
  const wish = wishOf(state)
  if (!wish || state.busy || state.preview?.items.length === 0) return
  useNewBriefing.setState({ busy: true, problem: undefined })
  try {
    const { briefingId } = await client.call('brief-many', wish)
    await loadBriefings()
    useNewBriefing.setState({ ...empty, begunId: briefingId }, true)
    useNavigation.getState().openPlace('briefings')
    useNavigation.setState({ pane: 'page' })
    showToast('The briefing is being made. It can be read and heard here when it is done.')
  } catch (error) {
    useNewBriefing.setState({ busy: false, problem: errorWords(error) })
  }
}
