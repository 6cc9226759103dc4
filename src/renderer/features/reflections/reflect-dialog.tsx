import './reflection.css'
import type { FormEvent } from 'react'
import { FEWEST_ITEMS, MOST_ITEMS, type ReflectionRange } from '../../../shared/contract/reflections'
import { showBehind } from '../../base/behind-store'
import { thoughtCount } from '../../base/scope-words'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { Dialog } from '../../ui/dialog'
import { chooseRange, closeReflect, startReflection, useReflectDialog } from './reflect-dialog-store'
import { useReflections } from './reflections-store'

/** The vault counts so far. */
const MOST_COUNTED = 1000

const ranges: readonly (readonly [ReflectionRange, string])[] = [
  ['last', 'Since the last reflection'],
  ['week', 'The last seven days'],
  ['month', 'The last month'],
  ['everything', 'Everything'],
]

const when: Record<ReflectionRange, string> = {
  last: ' written or changed since then',
  week: ' written or changed in seven days',
  month: ' written or changed in thirty days',
  everything: ' in the vault',
}

/** What the choice comes to, or why it is not enough. The figure shows what it counts. */
function Outcome() {
  const { since, preview } = useReflectDialog()
  const isFirst = useReflections((state) => state.list?.every(({ state: own }) => own !== 'done') ?? false)
  if (!preview) return <p className="hint">Looking…</p>
  const { count, items } = preview
  const counted = `${thoughtCount(count)}${count === MOST_COUNTED ? ' or more' : ''}`
  const behind = items.map(({ id, title, inTrash }) => ({ itemId: id, title, trashed: inTrash }))
  const isEnough = count >= FEWEST_ITEMS
  return (
    <p className={isEnough ? 'hint' : 'hint warn'}>
      {count === 0 ? (
        'No thought'
      ) : (
        <button type="button" className="count" onClick={() => showBehind(counted, behind, closeReflect)}>
          {counted}
        </button>
      )}
      {since === 'last' && isFirst ? when.everything : when[since]}.
      {!isEnough &&
        ` It takes ${FEWEST_ITEMS} to find something that holds: ${since === 'everything' ? 'write some more' : 'write some more, or choose a longer time'}.`}
      {isEnough && count > MOST_ITEMS && ` The ${MOST_ITEMS} changed last are read.`}
    </p>
  )
}

function OpenDialog() {
  const { since, busy, problem, preview } = useReflectDialog()
  const tooFew = preview !== undefined && preview.count < FEWEST_ITEMS
  const start = (event: FormEvent) => {
    event.preventDefault()
    if (!tooFew) void startReflection()
  }
  return (
    <Dialog label="Reflect" frame="ask-win reflect-win footed" onClose={closeReflect}>
      <form noValidate onSubmit={start}>
        <header>
          <h2>Reflect</h2>
          <p>Looks over many thoughts together: what they share, where they disagree, what they leave open.</p>
        </header>
        <div className="footed-body">
          <Choice legend="Of which time" name="reflect-since" value={since} options={ranges} onChange={chooseRange} />
          <div role="status">
            <Outcome />
          </div>
        </div>
        <footer>
          <p className="hint err" role="alert">
            {problem}
          </p>
          <div className="acts">
            <Button variant="quiet" keys="Esc" onClick={closeReflect}>
              Cancel
            </Button>
            <Button variant="primary" type="submit" keys="Enter" busy={busy ? 'Starting…' : undefined} disabled={tooFew}>
              Reflect
            </Button>
          </div>
        </footer>
      </form>
    </Dialog>
  )
}

/** The dialog that asks of which time to reflect, while it is open. */
export function ReflectDialog() {
  const isOpen = useReflectDialog((state) => state.isOpen)
  return isOpen ? <OpenDialog /> : null
}
