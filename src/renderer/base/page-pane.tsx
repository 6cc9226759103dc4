import { ArrowLeft } from 'lucide-react'
import { type ReactNode, type UIEvent, useState } from 'react'
import { IconButton } from '../ui/button'
import { useNavigation } from './navigation-store'
import { ContentBoundary } from './part-boundary'

/** The page pane: a head with a crumb and actions, which gets its rule once the page is scrolled, and what scrolls below it. */
export function PagePane({
  label,
  crumb,
  actions,
  after,
  children,
}: {
  label: string
  crumb: ReactNode
  actions?: ReactNode
  after?: ReactNode
  children: ReactNode
}) {
  const [scrolled, setScrolled] = useState(false)
  const showList = useNavigation((state) => state.showList)
  const scroll = (event: UIEvent<HTMLElement>) => {
    const below = event.currentTarget.scrollTop > 0
    if (below !== scrolled) setScrolled(below)
  }
  return (
    <main className="page" aria-label={label}>
      <div className={scrolled ? 'head ruled' : 'head'}>
        <IconButton className="back" icon={ArrowLeft} label="Back to list" onClick={showList} />
        <span className="crumb">{crumb}</span>
        <span className="end">{actions}</span>
      </div>
      <div className="scroll" tabIndex={-1} onScroll={scroll}>
        <ContentBoundary>{children}</ContentBoundary>
      </div>
      {after}
    </main>
  )
}
