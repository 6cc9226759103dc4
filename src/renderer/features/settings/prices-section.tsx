import { useEffect, useId, useRef, useState } from 'react'
import type { Settings } from '../../../shared/contract/settings'
import type { ModelPrice } from '../../../shared/contract/usage'
import { changeSettings, changeSettingsFrom } from '../../base/change'
import { chosenModels } from '../../base/roles-in-force'
import { Button } from '../../ui/button'
import { Section } from '../../ui/section'
import { showToast } from '../../ui/toast'
import { PriceRow } from './price-row'
import { draftsOf, keptPrices, MOST_PRICES, type PriceDraft, priceProblem, withNewDraft, withStored } from './prices'
import { useUsage } from './usage-store'

/** The rows on screen, among them some that cannot be kept yet, and what is stored of them. */
function usePriceRows(prices: readonly ModelPrice[]) {
  const [drafts, setDrafts] = useState(() => draftsOf(prices))
  const stored = JSON.stringify(prices)
  const known = useRef(stored)
  useEffect(() => {
    // What was changed elsewhere is shown; what these rows have saved themselves must not disturb what is typed meanwhile.
    if (stored === known.current) return
    known.current = stored
    setDrafts(draftsOf(prices))
  }, [stored, prices])

  const save = async (next: PriceDraft[]): Promise<boolean> => {
    const kept = keptPrices(next)
    const text = JSON.stringify(kept)
    if (text === known.current) return true
    const before = known.current
    known.current = text
    const saved = await changeSettingsFrom(() => ({ prices: kept }))
    if (!saved) known.current = before
    else setDrafts((now) => (JSON.stringify(keptPrices(now)) === text ? withStored(now) : now))
    return saved
  }
  return { drafts, setDrafts, save }
}

function CurrencyField({ currency }: { currency: string }) {
  const id = useId()
  const [text, setText] = useState(currency)
  useEffect(() => setText(currency), [currency])
  const save = () => {
    if (text.trim() !== currency) void changeSettings({ currency: text.trim() })
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Currency
      </label>
      <input
        id={id}
        className="input short"
        maxLength={8}
        autoComplete="off"
        spellCheck={false}
        value={text}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && save()}
      />
      <p className="hint" id={`${id}-hint`}>
        A word or sign of up to eight letters. Amounts are not converted.
      </p>
    </div>
  )
}

/** What a million tokens cost, by model. A row is saved when the focus leaves it and nothing is wrong with it. */
export function PricesSection({ settings }: { settings: Settings }) {
  const { drafts, setDrafts, save } = usePriceRows(settings.prices)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [fresh, setFresh] = useState<number>()
  const list = useId()
  const report = useUsage((state) => state.report)
  const models = new Set([...(report?.rows.map((row) => row.model) ?? []), ...chosenModels(settings)])

  const leave = (key: number) => {
    setLeft((keys) => new Set([...keys, key]))
    void save(drafts)
  }
  const add = () => {
    const next = withNewDraft(drafts)
    setDrafts(next)
    setFresh(next.at(-1)?.key)
  }
  const remove = async (draft: PriceDraft) => {
    const next = drafts.filter((other) => other.key !== draft.key)
    setDrafts(next)
    if (draft.stored === undefined) return
    if (!(await save(next))) return setDrafts(drafts)
    showToast(`The price of ${draft.stored.model} was removed.`, () => {
      setDrafts(drafts)
      void save(drafts)
    })
  }
  return (
    <Section id="prices" title="Prices">
      <p>What your provider asks for a million tokens, so that Usage can say what the work costs. A model on this computer needs none.</p>
      {drafts.length > 0 && (
        <table className="figures entries prices">
          <thead>
            <tr>
              <th scope="col">Model</th>
              <th scope="col" className="r">
                Million in
              </th>
              <th scope="col" className="r">
                Million out
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {drafts.map((draft) => (
              <PriceRow
                key={draft.key}
                draft={draft}
                problem={left.has(draft.key) ? priceProblem(draft, drafts) : undefined}
                models={list}
                fresh={draft.key === fresh}
                onChange={(change) => setDrafts(drafts.map((other) => (other.key === draft.key ? { ...other, ...change } : other)))}
                onLeave={() => leave(draft.key)}
                onRemove={() => void remove(draft)}
              />
            ))}
          </tbody>
        </table>
      )}
      {drafts.length < MOST_PRICES ? (
        <Button onClick={add}>Add a price</Button>
      ) : (
        <p className="hint">{`At most ${MOST_PRICES} prices are kept.`}</p>
      )}
      <CurrencyField currency={settings.currency} />
      <datalist id={list}>
        {[...models].filter(Boolean).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Section>
  )
}
