import './research.css'
import { useMemo, useState } from 'react'
import type { ResearchSource } from '../../../shared/contract/research'
import type { InnerLinks } from '../../ui/markdown'
import { LinkedMarkdown } from '../links/linked-body'
import { isListed, linkMarks, sourceOf } from './cited-body'
import { SourceDialog } from './source-dialog'
import { useResearch } from './use-research'

const none: readonly ResearchSource[] = []

/** The text of a report. Its `[n]` show the words of their page; everything else is Markdown as in any text. */
export function ReportBody({ reportId, text }: { reportId: string; text: string }) {
  const sources = useResearch({ reportId })?.sources ?? none
  const [open, setOpen] = useState<ResearchSource>()
  const inner = useMemo<InnerLinks>(
    () => ({
      plugins: [linkMarks(new Set(sources.map(({ n }) => n)))],
      show(href) {
        const source = sources.find(({ n }) => n === sourceOf(href))
        return (
          source && (
            <button
              type="button"
              className={isListed(href) ? 'cite listed' : 'cite'}
              title={`${source.title}, ${source.host}`}
              aria-label={`Source ${source.n}: ${source.title}`}
              onClick={() => setOpen(source)}
            >
              {source.n}
            </button>
          )
        )
      },
    }),
    [sources],
  )
  return (
    <>
      <LinkedMarkdown className="prose report" text={text} also={inner} />
      {open && <SourceDialog source={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
