import { ShieldCheck, Unplug } from 'lucide-react'
import { Icon } from '../ui/icon'
import { departures, placeWords } from './model-place'
import { useSettings } from './settings-store'

/** Says where the texts of model work go: nowhere, or to which hosts. */
export function LocalBadge({ long = false }: { long?: boolean }) {
  const settings = useSettings((state) => state.settings)
  const sent = settings ? departures(settings) : []
  const local = sent.length === 0
  return (
    <span className="local" title={sent.length > 1 ? sent.map(({ host }) => host).join(', ') : undefined}>
      <Icon of={local ? ShieldCheck : Unplug} />
      <span className="local-words">
        {placeWords(sent, settings?.localOnly)}
        {settings?.localOnly && long && <em> · nothing leaves</em>}
      </span>
    </span>
  )
}
