import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Item } from '../../../shared/entities'
import { titleClass, titleOrUntitled } from '../../base/item-title'
import { longTextProps, sizeWords } from '../../base/long-text'
import { Button } from '../../ui/button'
import { guessLanguage, PersonText } from '../../ui/person-text'
import { type Draft, useDrafts } from './draft-store'
import { GrowingTextarea } from './growing-textarea'
import { copyMarkdown } from './item-actions'
import { EditEnd, endKeys } from './item-editor'

/** The editor of a thought that is too long for a text field: more can be written at its end. */
export function LongItemEditor({ item, draft, base }: { item: Item; draft: Draft; base: string }) {
  const { change, end, takeLong } = useDrafts()
  const { id } = item
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const saving = draft.baseUnsaved && draft.state !== 'failed'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to the keys of the field inside
    <div onKeyDown={endKeys(() => void end(id))}>
      <PersonText as="h1" className={titleClass(item.title)} text={titleOrUntitled(item.title)} />
      {saving ? (
        <p className="hint" role="status">
          Saving {sizeWords(base)} of text…
        </p>
      ) : (
        <>
          <p className="hint">
            This thought is too long to edit here at once. You can add to its end, or copy it, change it in a text editor and keep it as a
            new thought.
          </p>
          <div className="acts">
            <Button icon={Copy} onClick={() => void copyMarkdown({ ...item, body: base })}>
              Copy as Markdown
            </Button>
          </div>
          <div className="field add-end">
            <label className="label" htmlFor={`add-${id}`}>
              Add to the end
            </label>
            <GrowingTextarea
              id={`add-${id}`}
              ref={field}
              className="edit-body"
              completes={{ except: id, staysHere: item.private }}
              lang={guessLanguage(draft.body)}
              {...longTextProps(
                draft.body,
                (body) => change(id, { body }),
                (body) => void takeLong(id, { body }),
              )}
            />
          </div>
          <EditEnd id={id} draft={draft} />
        </>
      )}
    </div>
  )
}
