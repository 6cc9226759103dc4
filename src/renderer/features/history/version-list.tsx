import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useNavigation } from '../../base/navigation-store'
import { IconButton } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { formatNumber } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { PersonText } from '../../ui/person-text'
import { useNow } from '../../ui/use-now'
import { closeHistory, restoreVersion } from './history-acts'
import { useHistory } from './history-store'
import { asSentence, rowWords, sizeWords, versionMoment, writerWords } from './version-words'

/** Whether list and page stand beside each other. */
const isWide = () => matchMedia('(min-width: 46rem)').matches

function VersionBox() {
  const { itemId, present, versions, at, select, nextCursor, loadMore } = useHistory()
  const openItem = useNavigation((state) => state.openItem)
  const now = useNow()
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (at !== undefined) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, id])
  const place = versions.findIndex((version) => version.at === at)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const steps: Record<string, number> = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: versions.length - 1 }
    const step = steps[event.key]
    if (step !== undefined) {
      const next = versions[Math.max(0, Math.min(versions.length - 1, step))]
      if (next) select(next.at)
    } else if (event.key === 'Enter' && itemId !== undefined && at !== undefined) {
      // Where the page is not in sight, it is opened first: nothing is restored unseen.
      const version = versions[place]
      if (!isWide()) openItem(itemId)
      else if (version) void restoreVersion(itemId, at, versionMoment(version.writtenAt, now))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="rows">
      {present && (
        <p className="version-now">
          <b>Now</b>
          <span>
            {[
              sizeWords(present.characters, versions[0]?.characters),
              `written ${versionMoment(present.writtenAt, now)}`,
              writerWords(present.writtenBy),
            ]
              .filter((part) => part !== undefined)
              .join(', ')}
          </span>
        </p>
      )}
      <div
        ref={box}
        role="listbox"
        className="version-box"
        aria-label="Earlier versions"
        tabIndex={0}
        aria-activedescendant={at === undefined ? undefined : `${id}-${at}`}
        onKeyDown={onKeyDown}
      >
        {versions.map((version, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it has the keys
          <div
            key={version.at}
            id={`${id}-${version.at}`}
            role="option"
            tabIndex={-1}
            aria-selected={version.at === at}
            data-active={version.at === at || undefined}
            className="row ruled version"
            onClick={() => {
              select(version.at)
              if (itemId !== undefined) openItem(itemId)
            }}
          >
            <span className="version-t">{asSentence(versionMoment(version.writtenAt, now))}</span>
            {version.title !== present?.title && <PersonText className="version-name" text={version.title} />}
            <span className="version-s num">{rowWords(version, versions[index + 1])}</span>
          </div>
        ))}
      </div>
      {nextCursor !== null && (
        <p className="version-more">
          <button type="button" className="link" onClick={() => void loadMore()}>
            Show older versions
          </button>
        </p>
      )}
    </div>
  )
}

/** The middle pane while a history is open: what the thought was, newest first. */
export function VersionList() {
  const { versions, total, loaded, problem } = useHistory()
  return (
    <section className="list" aria-label="History">
      <div className="head">
        <h2>History</h2>
        {total > 0 && <span className="n num">{formatNumber(total)}</span>}
        <span className="end">
          <IconButton icon={X} label="Back to the thought" keys="Esc" onClick={closeHistory} />
        </span>
      </div>
      {versions.length > 0 ? (
        <VersionBox />
      ) : problem !== undefined ? (
        <EmptyState title="The history could not be read">{problem}</EmptyState>
      ) : loaded ? (
        <EmptyState title="No earlier versions yet">
          When you change this thought, the text it had before stands here, one for each sitting of changes.
        </EmptyState>
      ) : (
        <Late>Opening the history…</Late>
      )}
    </section>
  )
}
