import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import type { TitleSuggestion } from '../../../shared/contract/links'
import { nameForTitle } from '../../../shared/wikilinks'
import { attempt } from '../../base/attempt'
import { client } from '../../base/client'
import { caretPlace } from './caret-place'
import { createThought } from './link-acts'
import { nameAtCaret, nameEnd, type OpenName } from './name-at-caret'

export interface CompletionState extends OpenName {
  place: { left: number; top: number; bottom: number }
  titles: readonly TitleSuggestion[]
  /** A title is what was typed, so that there is nothing to create. */
  exact: boolean
  /** Which row is meant: a title, or after them "Create". */
  active: number
}

/** The rows: every title, then "Create" when the name is new. */
export function rowCount({ titles, exact, query }: Pick<CompletionState, 'titles' | 'exact' | 'query'>): number {
  return titles.length + (canCreate({ exact, query }) ? 1 : 0)
}
export function canCreate({ exact, query }: Pick<CompletionState, 'exact' | 'query'>): boolean {
  return !exact && nameForTitle(query) !== ''
}

/**
 * Completes titles after `[[` in a text field. What the keys mean while the list is open: ↑ ↓ move, Enter and Tab take, Esc closes; during the
 * composition of an input method none of them.
 */
export function useTitleCompletion(
  field: RefObject<HTMLTextAreaElement | null>,
  options: { except?: string | undefined; staysHere: boolean },
) {
  const { except, staysHere } = options
  const [state, setState] = useState<CompletionState>()
  const listId = useId()
  /** Counts the questions, so that a late answer to an earlier one is not shown. */
  const asked = useRef(0)
  /** Where a name begins whose list was closed by Esc: it stays closed. */
  const dismissed = useRef(-1)

  const close = useCallback(() => {
    asked.current += 1
    setState(undefined)
  }, [])

  /** `opens`: typing opens the list; moving the caret only follows or closes it. */
  const look = useCallback(
    async (opens: boolean) => {
      const element = field.current
      if (!element) return
      const { value, selectionStart, selectionEnd } = element
      const open = selectionStart === selectionEnd ? nameAtCaret(value, selectionStart) : undefined
      if (!open) {
        dismissed.current = -1
        if (opens || state) close()
        return
      }
      if (open.from === dismissed.current || (!opens && !state) || (!opens && state?.query === open.query)) return
      asked.current += 1
      const question = asked.current
      try {
        const { titles, exact } = await client.call('complete-title', { query: open.query, ...(except === undefined ? {} : { except }) })
        if (question !== asked.current || field.current !== element) return
        const place = caretPlace(element, open.from)
        const next = { ...open, place, titles, exact, active: 0 }
        setState(rowCount(next) === 0 ? undefined : next)
      } catch {
        // The vault is locked or the window is going: there is nothing to offer, and typing goes on.
        if (question === asked.current) setState(undefined)
      }
    },
    [field, state, except, close],
  )

  useEffect(() => {
    if (!state) return
    window.addEventListener('resize', close)
    return () => window.removeEventListener('resize', close)
  }, [state, close])

  /** Writes the name in the field as typing would, so that the field's own undo takes it back. */
  const write = (name: string) => {
    const element = field.current
    if (!element || !state) return
    const end = nameEnd(element.value, Math.max(element.selectionStart, state.from))
    element.focus()
    element.setSelectionRange(state.from, end)
    document.execCommand('insertText', false, `${name}]]`)
    close()
  }

  const choose = async (row: number) => {
    if (!state) return
    const title = state.titles[row]
    if (title) {
      if (title.twin) await attempt(() => client.call('pick-title', { id: title.id }))
      return write(nameForTitle(title.title))
    }
    const name = nameForTitle(state.query)
    write(name)
    await createThought(name, staysHere)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (!state || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const count = rowCount(state)
    if (event.key === 'ArrowDown') setState({ ...state, active: (state.active + 1) % count })
    else if (event.key === 'ArrowUp') setState({ ...state, active: (state.active - 1 + count) % count })
    else if (event.key === 'Enter' || event.key === 'Tab') void choose(state.active)
    else if (event.key === 'Escape') {
      dismissed.current = state.from
      close()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return { state, listId, look, close, choose, onKeyDown, point: (active: number) => state && setState({ ...state, active }) }
}
