import type { Reflection } from '../../../shared/contract/reflections'
import { usePageKeys } from '../../base/page-keys'
import { useSettings } from '../../base/settings-store'
import { findingActs, openNamed, useActiveFinding } from './active-finding'
import { KeyLine } from './key-line'
import type { FindingGroup, ShownFinding } from './shown-findings'

const listOf = (groups: readonly FindingGroup[]): ShownFinding[] => groups.flatMap(({ findings }) => findings)

function useActive(groups: readonly FindingGroup[]): ShownFinding | undefined {
  const id = useActiveFinding((state) => state.id)
  return listOf(groups).find(({ finding }) => finding.id === id)
}

function go(to: ShownFinding | undefined): void {
  if (!to) return
  const row = document.getElementById(`finding-${to.finding.id}`)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** From finding to finding. */
function moves(all: readonly ShownFinding[], at: number): [string, () => void][] {
  if (all.length === 0) return []
  return [
    ['ArrowDown', () => go(all[Math.min(all.length - 1, at + 1)])],
    ['ArrowUp', () => go(all[Math.max(0, at - 1)])],
    ['Home', () => go(all[0])],
    ['End', () => go(all.at(-1))],
  ]
}

/** Enter opens the first thought of a finding, a figure the one of this number. */
function opens({ finding }: ShownFinding, figures: boolean): [string, () => void][] {
  const named = figures ? Math.min(9, finding.sides?.length ?? finding.items.length) : 0
  return [
    ['Enter', () => openNamed(finding, 0)],
    ...Array.from({ length: named }, (_, place): [string, () => void] => [String(place + 1), () => openNamed(finding, place)]),
  ]
}

/** The keys of a reflection: arrows go from finding to finding, Enter and figures open its thoughts, letters answer it. */
export function useFindingKeys(reflection: Pick<Reflection, 'id'> | undefined, groups: readonly FindingGroup[]): void {
  const lettersOn = useSettings((state) => state.settings?.singleKeyShortcuts !== false)
  const active = useActive(groups)
  const all = listOf(groups)
  const acts = reflection && active ? findingActs(reflection, active.finding, active.mark !== 'gone') : []
  usePageKeys(
    Object.fromEntries([
      ...moves(all, active === undefined ? -1 : all.findIndex(({ finding }) => finding.id === active.finding.id)),
      ...(active ? opens(active, lettersOn) : []),
      ...acts.map(({ key, run }) => [key, run] as const),
    ]),
  )
}

/** The hint line of the finding that the keys act on. */
export function FindingKeyLine({
  reflection,
  groups,
}: {
  reflection: Pick<Reflection, 'id'> | undefined
  groups: readonly FindingGroup[]
}) {
  const active = useActive(groups)
  if (!reflection || groups.length === 0) return null
  const acts = active ? findingActs(reflection, active.finding, active.mark !== 'gone') : []
  return (
    <KeyLine
      keys={[
        ['↑ ↓', 'move'],
        ...(active === undefined
          ? []
          : active.finding.sides
            ? [['1 2', 'open either'] as const]
            : active.finding.items.length > 0
              ? [['Enter', 'open its thought'] as const]
              : []),
        ...acts.map(({ key, word }) => [key.toUpperCase(), word] as const),
      ]}
    />
  )
}
