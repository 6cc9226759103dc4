import { X } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../../ui/button'
import type { PriceDraft, PriceField, PriceProblem } from './prices'

interface PriceRowProps {
  draft: PriceDraft
  problem: PriceProblem | undefined
  models: string
  /** A row that was just added takes the focus. */
  fresh: boolean
  onChange: (change: Partial<Pick<PriceDraft, PriceField>>) => void
  /** Focus has left the row, or Enter was pressed in it. */
  onLeave: () => void
  onRemove: () => void
}

/** One model and what a million tokens of it cost; what is wrong with the row stands below it. */
export function PriceRow({ draft, problem, models, fresh, onChange, onLeave, onRemove }: PriceRowProps) {
  const id = useId()
  const name = draft.model.trim() || 'the new model'
  const field = (which: PriceField, label: string) => (
    <input
      className={which === 'model' ? 'input' : 'input num'}
      // biome-ignore lint/a11y/noAutofocus: the person has just pressed Add
      autoFocus={fresh && which === 'model'}
      autoComplete="off"
      spellCheck={false}
      inputMode={which === 'model' ? undefined : 'decimal'}
      list={which === 'model' ? models : undefined}
      value={draft[which]}
      aria-label={label}
      aria-invalid={problem?.field === which || undefined}
      aria-describedby={problem?.field === which ? id : undefined}
      onChange={(event) => onChange({ [which]: event.target.value })}
      onKeyDown={(event) => event.key === 'Enter' && onLeave()}
    />
  )
  return (
    <>
      <tr
        className={problem ? 'with-words' : ''}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onLeave()
        }}
      >
        <td className="wide">{field('model', 'Model')}</td>
        <td className="r">{field('input', `Price of a million tokens in, ${name}`)}</td>
        <td className="r">{field('output', `Price of a million tokens out, ${name}`)}</td>
        <td className="r">
          <IconButton icon={X} label={`Remove the price of ${name}`} onClick={onRemove} />
        </td>
      </tr>
      {problem && (
        <tr className="words">
          <td colSpan={4}>
            <p className="hint err" id={id}>
              {problem.words} {draft.stored ? 'The old price stays until then.' : 'It is not saved yet.'}
            </p>
          </td>
        </tr>
      )}
    </>
  )
}
