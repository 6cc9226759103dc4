import { Lock, PenLine, Search } from 'lucide-react'
import { LocalBadge } from '../base/local-badge'
import { useNavigation } from '../base/navigation-store'
import { useCapture } from '../features/capture/capture-store'
import { openPalette } from '../features/search/search-store'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { keyHint } from '../ui/keys'
import { Mark } from '../ui/mark'
import { lockVault } from './lock-vault'

export function Bar() {
  const openPlace = useNavigation((state) => state.openPlace)
  const show = useCapture((state) => state.show)
  return (
    <header className="bar">
      <div className="brand">
        <Mark />
        <span>Cortexa</span>
      </div>
      <button className="find" type="button" onClick={openPalette}>
        <Icon of={Search} />
        <span>Search thoughts or run a command</span>
        <kbd>{keyHint('Ctrl K')}</kbd>
      </button>
      <div className="bar-end">
        <button type="button" className="local" title="Where model work goes: open Settings" onClick={() => openPlace('settings')}>
          <LocalBadge long />
        </button>
        <Button className="btn-new" icon={PenLine} keys="Ctrl N" onClick={show}>
          <span>New thought</span>
        </Button>
        <Button icon={Lock} keys="Ctrl L" onClick={() => void lockVault()}>
          Lock
        </Button>
      </div>
    </header>
  )
}
