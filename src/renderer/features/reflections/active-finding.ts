import { create } from 'zustand'
import type { Finding, Reflection } from '../../../shared/contract/reflections'
import { onEvent } from '../../base/live-events'
import { openThought } from '../../base/open-thesis'
import { captureFinding, closeFinding, linkable, linkFinding, researchFinding } from './finding-acts'
import { setFindingState, useReflectionStore } from './reflection-store'

interface ActiveFinding {
  /** The finding the keys act on, of the reflection on the page; none until the person has gone to one. */
  id: string | undefined
}

const empty: ActiveFinding = { id: undefined }
export const useActiveFinding = create<ActiveFinding>(() => empty)
onEvent('vault-locked', () => useActiveFinding.setState(empty, true))

/** What a key does with a finding, and how the hint line and the palette call it. */
export interface FindingAct {
  key: string
  /** In the hint line: "capture". */
  word: string
  /** In the palette: "Capture this question as a thought". */
  name: string
  run: () => void
}

/** What can be done with a finding as it is now, in the order of the hint line. `own` is false for one of the reflection before. */
export function findingActs({ id: reflectionId }: Pick<Reflection, 'id'>, finding: Finding, own: boolean): FindingAct[] {
  if (!own) return []
  const { kind, state, captured } = finding
  const reopen: FindingAct = {
    key: 'u',
    word: 'open again',
    name: 'Open this finding again',
    run: () => void setFindingState(reflectionId, finding.id, 'open'),
  }
  if (state !== 'open') return [reopen]
  const dismiss: FindingAct = {
    key: 'x',
    word: kind === 'contradiction' ? 'is none' : 'dismiss',
    name: kind === 'contradiction' ? 'This is no contradiction' : 'Dismiss this finding',
    run: () => void closeFinding(reflectionId, finding, 'dismissed'),
  }
  switch (kind) {
    case 'contradiction':
      return [
        {
          key: 's',
          word: 'settled',
          name: 'This contradiction is settled',
          run: () => void closeFinding(reflectionId, finding, 'settled'),
        },
        dismiss,
      ]
    case 'gap':
      return [
        ...(captured !== null && !captured.inTrash
          ? []
          : [
              {
                key: 'c',
                word: 'capture',
                name: 'Capture this question as a thought',
                run: () => void captureFinding(reflectionId, finding),
              },
            ]),
        {
          key: 'r',
          word: 'research',
          name: 'Research this question…',
          run: () => void researchFinding(reflectionId, finding),
        },
        dismiss,
      ]
    case 'connection':
      return [
        ...(linkable(finding).length < 2
          ? []
          : [{ key: 'm', word: 'link them', name: 'Link these thoughts', run: () => void linkFinding(finding) }]),
        dismiss,
      ]
    default:
      return []
  }
}

/** What can be done with the finding that the person is at; nothing while they are at none. */
export function actsOnActive(): FindingAct[] {
  const { id } = useActiveFinding.getState()
  for (const reflection of Object.values(useReflectionStore.getState().reflections)) {
    const finding = reflection?.findings.find((each) => each.id === id)
    if (reflection && finding) return findingActs(reflection, finding, true)
  }
  return []
}

/** Opens the n-th thought that a finding names, the first being 0. */
export function openNamed({ items, sides }: Pick<Finding, 'items' | 'sides'>, place: number): void {
  const id = sides?.[place]?.itemId ?? items[place]?.id
  if (id !== undefined) openThought(id)
}
