import type { ResearchSource } from '../../../shared/contract/research'
import { Button } from '../../ui/button'
import { currentTime } from '../../ui/clock'
import { Dialog } from '../../ui/dialog'
import { formatMoment } from '../../ui/format-time'
import { copyAddress, openSource } from '../collect/open-source'

/** One source of a report: the words that it cites as they stood on the page, and its address. */
export function SourceDialog({ source, onClose }: { source: ResearchSource; onClose: () => void }) {
  const opens = source.url.startsWith('https://') && window.platform !== undefined
  return (
    <Dialog label={`Source ${source.n}: ${source.title}`} frame="source-win" onClose={onClose}>
      <h2>
        <span className="num">{source.n}</span> <bdi>{source.title}</bdi>
      </h2>
      <p className="hint">
        <bdi>{source.host}</bdi>, read {formatMoment(source.fetchedAt, currentTime())}
      </p>
      <div className="source-words">
        {source.passages.length === 0 ? (
          <p className="hint">This page was read, and the report does not cite it.</p>
        ) : (
          source.passages.map(({ before, quote, after }) => (
            <blockquote key={quote} dir="auto">
              {before}
              <mark>{quote}</mark>
              {after}
            </blockquote>
          ))
        )}
      </div>
      <p className="source-url">
        <bdi>{source.url}</bdi>
      </p>
      {!opens && window.platform !== undefined && (
        <p className="hint">This address is not encrypted (http), so Cortexa does not open it. Copy it to open it yourself.</p>
      )}
      <div className="acts">
        {opens && <Button onClick={() => void openSource(source.url)}>Open in the browser…</Button>}
        <Button onClick={() => void copyAddress(source.url)}>Copy address</Button>
        <Button variant="quiet" keys="Esc" autoFocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
