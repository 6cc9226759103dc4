import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../ui/button'
import { type HeaderDraft, headerProblem, MOST_HEADERS, withNewHeader } from './headers'

/** Rows of name and value. Values are typed as secrets: many servers take a key in a header. */
export function HeaderFields({
  drafts,
  asked,
  onChange,
}: {
  drafts: readonly HeaderDraft[]
  /** Whether what is wrong is shown: once the person has tried to save. */
  asked: boolean
  onChange: (drafts: HeaderDraft[]) => void
}) {
  const change = (key: number, next: Partial<HeaderDraft>) =>
    onChange(drafts.map((draft) => (draft.key === key ? { ...draft, ...next } : draft)))
  return (
    <div className="headers">
      {drafts.map((draft) => {
        const problem = asked ? headerProblem(draft, drafts) : undefined
        const name = draft.name.trim() || 'the new header'
        const id = `header-${draft.key}-problem`
        return (
          <div key={draft.key} className="header-row">
            <input
              className="input"
              aria-label="Name of a header"
              placeholder="Name"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              value={draft.name}
              aria-invalid={problem !== undefined || undefined}
              aria-describedby={problem === undefined ? undefined : id}
              onChange={(event) => change(draft.key, { name: event.target.value })}
            />
            <input
              className="input"
              type="password"
              aria-label={`Value of ${name}`}
              placeholder="Value"
              autoComplete="off"
              spellCheck={false}
              maxLength={4000}
              value={draft.value}
              onChange={(event) => change(draft.key, { value: event.target.value })}
            />
            <IconButton icon={X} label={`Remove ${name}`} onClick={() => onChange(drafts.filter(({ key }) => key !== draft.key))} />
            {problem !== undefined && (
              <p className="hint err" id={id}>
                {problem}
              </p>
            )}
          </div>
        )
      })}
      {drafts.length < MOST_HEADERS && (
        <Button variant="quiet" icon={Plus} onClick={() => onChange(withNewHeader(drafts))}>
          Add a header
        </Button>
      )}
    </div>
  )
}
