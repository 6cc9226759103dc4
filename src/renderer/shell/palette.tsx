import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { parseSearchQuery } from '../../shared/search-query'
import { useNavigation } from '../base/navigation-store'
import { usePlaces } from '../base/places-store'
import { FilterChips } from '../features/search/filter-chips'
import { suggestFilters, takeFilters } from '../features/search/filter-words'
import { countHits } from '../features/search/hit-words'
import { revealPassage } from '../features/search/reveal-passage'
import { usePalette, usePaletteSearch } from '../features/search/search-store'
import { useUnknownFilters } from '../features/search/use-unknown-filters'
import { currentTime } from '../ui/clock'
import { Dialog } from '../ui/dialog'
import { Icon } from '../ui/icon'
import { focusList } from '../ui/keep-focus'
import { isCommandKey, keyHint } from '../ui/keys'
import { Late } from '../ui/late'
import { type PaletteCommand, paletteCommands } from './command-list'
import { OptionWords } from './palette-option-words'
import { type PaletteOption, paletteGroups } from './palette-options'

/** A pause after the last letter before the search is asked: fast enough to feel immediate, rare enough to type through. */
const PAUSE_MS = 70
/** What `search-items` takes, in UTF-16 units. */
const LONGEST_QUERY = 20_000
/** After the palette has given the focus back: keys then act on the thought that was opened. */
function focusPage(): void {
  setTimeout(() => document.querySelector<HTMLElement>('main.page .scroll')?.focus({ preventScroll: true }))
}
const close = () => usePalette.setState({ open: false })

/** What is typed: complete filters become chips, the rest is words. */
function useTyped(start: string) {
  const split = (text: string) => takeFilters(text, parseSearchQuery(text, currentTime()).filters)
  const [{ chips, typed }, set] = useState(() => {
    const { chips: taken, rest } = split(start === '' ? '' : `${start} `)
    return { chips: [...new Set(taken)], typed: rest.trim() }
  })
  const query = [...chips, typed.trim()].filter((part) => part !== '').join(' ')
  return {
    chips,
    typed,
    query,
    type(text: string): void {
      const { chips: taken, rest } = text.trimStart().startsWith('>') ? { chips: [], rest: text } : split(text)
      set({ chips: [...new Set([...chips, ...taken])], typed: rest })
    },
    removeChip: (index: number) => set({ chips: chips.filter((_, at) => at !== index), typed }),
  }
}

function OpenPalette({ start }: { start: string }) {
  const { chips, typed, query, type, removeChip } = useTyped(start)
  const [at, setAt] = useState(0)
  const box = useRef<HTMLInputElement>(null)
  const { found, search, clear } = usePaletteSearch()
  const tags = usePlaces((state) => state.places?.tags) ?? []
  const { openItem, openSearch, openTag } = useNavigation.getState()
  const commands = useMemo(paletteCommands, [])
  const asks = !typed.trimStart().startsWith('>')
  useEffect(() => {
    if (!asks) return clear()
    const timer = setTimeout(() => void search(query), query === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [query, asks, search, clear])
  useEffect(() => clear, [clear])

  const suggestions = useMemo(() => suggestFilters(typed, tags), [typed, tags])
  const groups = paletteGroups(typed, asks && (found?.query === '') === (query === '') ? (found?.hits ?? []) : [], commands, tags, {
    query: asks ? query : '',
    suggestions,
  })
  const options = groups.flatMap((group) => group.options)
  const current = options[Math.min(at, options.length - 1)]
  const idOf = (option: PaletteOption<PaletteCommand>) => `palette-${options.indexOf(option)}`
  const currentId = current && idOf(current)
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  const choose = (option: PaletteOption<PaletteCommand>) => {
    if (option.kind === 'filter') {
      type(option.suggestion.query)
      setAt(0)
      box.current?.focus()
      return
    }
    close()
    if (option.kind === 'thought') {
      openItem(option.hit.id)
      revealPassage(option.hit)
      focusPage()
    } else if (option.kind === 'results') {
      openSearch(option.query)
      focusList()
    } else if (option.kind === 'tag') {
      openTag(option.name)
      focusList()
    }
    // After the palette has given the focus back, so that a command may take it.
    else setTimeout(option.command.run)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const count = options.length
    const atStart = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0
    if (event.key === 'ArrowDown') setAt(count === 0 ? 0 : (at + 1) % count)
    else if (event.key === 'ArrowUp') setAt(count === 0 ? 0 : (at - 1 + count) % count)
    else if (event.key === 'Backspace' && atStart && chips.length > 0) removeChip(chips.length - 1)
    else if (event.key === 'ArrowLeft' && atStart && chips.length > 0)
      event.currentTarget.closest('.pal-in')?.querySelector<HTMLElement>('.search-filters button:last-child')?.focus()
    else if (event.key === 'Enter' && isCommandKey(event) && asks && query !== '') {
      close()
      openSearch(query)
      focusList()
    } else if (event.key === 'Enter' && current) choose(current)
    else return
    event.preventDefault()
  }
  const unknown = useUnknownFilters(asks ? query : '', typed !== '' && !/\s$/u.test(typed))
  const settled = !asks || found?.query === query
  return (
    <Dialog label="Command palette" frame="pal" onClose={close}>
      <div className="pal-in">
        <Icon of={Search} />
        {chips.length > 0 && <FilterChips texts={chips} onRemove={removeChip} onLeave={() => box.current?.focus()} />}
        <input
          autoFocus
          data-first-focus
          ref={box}
          value={typed}
          maxLength={LONGEST_QUERY}
          dir="auto"
          role="combobox"
          aria-label="Search or command"
          aria-expanded={options.length > 0}
          aria-controls="palette-list"
          aria-activedescendant={currentId}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            type(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>
          <span className="keys">Esc</span>
        </kbd>
      </div>
      <div className="pal-l" id="palette-list" role="listbox" aria-label="Results">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a listbox
          <div key={group.name} role="group" aria-label={group.name}>
            <p className="cap" aria-hidden="true">
              {group.name === 'Thoughts' && found?.plain ? 'Nothing matches these filters. Thoughts with these words' : group.name}
            </p>
            {group.options.map((option) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the keys
              <div
                key={option.key}
                id={idOf(option)}
                role="option"
                tabIndex={-1}
                className="opt"
                aria-selected={option === current}
                onMouseMove={() => option !== current && setAt(options.indexOf(option))}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                <OptionWords option={option} selected={option === current} />
              </div>
            ))}
          </div>
        ))}
        {unknown.length > 0 && <p className="pal-none">{unknown.join(' ')}</p>}
        {found?.problem !== undefined && asks && <p className="pal-none">{found.problem}</p>}
        {asks && query !== '' && settled && found?.problem === undefined && found?.hits.length === 0 && (
          <p className="pal-none">
            {chips.length > 0
              ? 'No thought matches all of this. Take a filter off with Backspace, or try other words.'
              : `No thought says “${typed.trim()}”, or something near it. Try fewer or other words.`}
          </p>
        )}
        {!asks && options.length === 0 && <p className="pal-none">No command has that name.</p>}
        {asks && !settled && options.length === 0 && <Late>Searching…</Late>}
      </div>
      <div className="pal-f">
        <span role="status" className="sr">
          {asks && query !== '' && settled && found ? countHits(found.hits.length, found.more) : ''}
        </span>
        <span>
          <kbd>↑ ↓</kbd>Move
        </span>
        <span>
          <kbd>Enter</kbd>Open
        </span>
        <span>
          <kbd>{keyHint('Ctrl Enter')}</kbd>All results
        </span>
        <span className="pal-end">
          <kbd>tag: kind: before:</kbd>Narrow
        </span>
        <span>
          <kbd>&gt;</kbd>Commands only
        </span>
      </div>
    </Dialog>
  )
}

/** The command palette: thoughts, commands and tags for what is typed. */
export function Palette() {
  const { open, query } = usePalette()
  return open ? <OpenPalette start={query} /> : null
}
