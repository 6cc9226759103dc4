import { useId, useState } from 'react'
import type { Collection } from '../../../shared/contract/collect'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { Dialog } from '../../ui/dialog'
import { tooLongWords } from './collect-form'
import { changeCollection, deleteCollection } from './collection-acts'
import { items } from './run-words'

/** Gives a collection another name or description. */
export function EditCollectionDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const id = useId()
  const [name, setName] = useState(collection.name)
  const [description, setDescription] = useState(collection.description)
  const [busy, setBusy] = useState(false)
  const nameFault = name.trim() === '' ? 'A collection needs a name.' : tooLongWords('name', name)
  const descriptionFault = tooLongWords('description', description)
  const isFaulty = nameFault !== undefined || descriptionFault !== undefined
  const save = async () => {
    if (isFaulty || busy) return
    setBusy(true)
    const isSaved = await changeCollection(collection.id, { name: name.trim(), description: description.trim() })
    setBusy(false)
    if (isSaved) onClose()
  }
  return (
    <Dialog label="Name and description" frame="ask-win" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <h2>Name and description</h2>
        <div className="field ask-field">
          <label className="label" htmlFor={`${id}-name`}>
            Name
          </label>
          <input
            id={`${id}-name`}
            className="input"
            data-first-focus="true"
            dir="auto"
            autoComplete="off"
            value={name}
            aria-invalid={nameFault !== undefined || undefined}
            aria-describedby={nameFault === undefined ? undefined : `${id}-hint`}
            onChange={(event) => setName(event.target.value)}
          />
          {nameFault !== undefined && (
            <p className="hint err" id={`${id}-hint`}>
              {nameFault}
            </p>
          )}
        </div>
        <div className="field ask-field">
          <label className="label" htmlFor={`${id}-description`}>
            Description
          </label>
          <textarea
            id={`${id}-description`}
            className="input"
            dir="auto"
            rows={3}
            value={description}
            aria-invalid={descriptionFault !== undefined || undefined}
            aria-describedby={descriptionFault === undefined ? undefined : `${id}-description-hint`}
            onChange={(event) => setDescription(event.target.value)}
          />
          {descriptionFault !== undefined && (
            <p className="hint err" id={`${id}-description-hint`}>
              {descriptionFault}
            </p>
          )}
        </div>
        <div className="acts">
          <Button variant="primary" disabled={isFaulty} busy={busy ? 'Saving…' : undefined} onClick={() => void save()}>
            Save
          </Button>
          <Button variant="quiet" keys="Esc" onClick={onClose}>
            Cancel
          </Button>
        </div>
        {/* Enter in the name saves; the button above is no submit button, since a disabled one must stay reachable. */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

/** Asks what becomes of the items, then deletes a collection. */
export function DeleteCollectionDialog({
  collection,
  isRunning,
  onClose,
}: {
  collection: Collection
  isRunning: boolean
  onClose: () => void
}) {
  const [what, setWhat] = useState<'keep' | 'trash'>('keep')
  const { name, items: count, undecided } = collection
  const lost = [
    'Its name, its runs and their logs are deleted. This cannot be undone.',
    ...(isRunning ? ['The run that is under way is stopped.'] : []),
    ...(undecided > 0 ? [`What waits for review (${undecided.toLocaleString('en-GB')}) goes with it.`] : []),
  ]
  return (
    <Dialog label="Delete this collection?" frame="ask-win" onClose={onClose}>
      <h2 className="ask-title">
        Delete “<bdi>{name}</bdi>”?
      </h2>
      <p>{lost.join(' ')}</p>
      {count > 0 && (
        <div className="ask-choice">
          <Choice
            legend={count === 1 ? 'Its item' : `Its ${items(count)}`}
            name="items-of-collection"
            value={what}
            onChange={setWhat}
            options={[
              ['keep', 'Stay in the vault', 'Found under All thoughts, with their sources and pictures.'],
              ['trash', 'Go to the trash', 'For 30 days; each can be restored until then.'],
            ]}
          />
        </div>
      )}
      <div className="acts">
        <Button
          variant="danger"
          onClick={() => {
            onClose()
            void deleteCollection(collection, count === 0 ? 'keep' : what)
          }}
        >
          Delete collection
        </Button>
        <Button variant="quiet" keys="Esc" autoFocus onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
