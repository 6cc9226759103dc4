import { ShieldCheck, Unplug } from 'lucide-react'
import { Icon } from '../../ui/icon'
import { modelPlace } from '../settings/model-place'
import { useSettings } from '../settings/settings-store'

/** Says where the texts of model work go: nowhere, or to a host. */
export function LocalBadge({ long = false }: { long?: boolean }) {
  const settings = useSettings((state) => state.settings)
  const where = settings ? modelPlace(settings) : { local: true as const }
  return (
    <span className="local">
      <Icon of={where.local ? ShieldCheck : Unplug} />
      <span className="local-words">
        {where.local ? 'Local only' : `Model: ${where.host}`}
        {where.local && long && <em> · nothing leaves</em>}
      </span>
    </span>
  )
}
