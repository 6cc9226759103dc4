import { AlignLeft, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { Dialog } from '../../ui/dialog'
import { formatWhen } from '../../ui/format-time'
import { Icon } from '../../ui/icon'
import { isCommandKey, keyHint } from '../../ui/keys'
import { Late } from '../../ui/late'
import { titleOrUntitled } from '../items/item-title'
import { MarkedText } from '../items/marked-text'
import { useNavigation } from '../shell/navigation-store'
import { usePlaces } from '../shell/places-store'
import { type PaletteCommand, paletteCommands } from './command-list'
import { type PaletteOption, paletteGroups } from './palette-options'
import { usePalette, usePaletteSearch } from './search-store'

/** A pause after the last letter before the search is asked: fast enough to feel immediate, rare enough to type through. */
const PAUSE_MS = 70
/** What `search-items` takes, in UTF-16 units. */
const LONGEST_QUERY = 20_000
/** After the palette has given the focus back: keys then act on the thought that was opened. */
function focusPage(): void {
  setTimeout(() => document.querySelector<HTMLElement>('main.page .scroll')?.focus({ preventScroll: true }))
}
const close = () => usePalette.setState({ open: false })

function OptionWords({ option, selected }: { option: PaletteOption<PaletteCommand>; selected: boolean }) {
  if (option.kind === 'thought') {
    const { hit } = option
    return (
      <>
        <Icon of={AlignLeft} />
        <MarkedText className="serif" text={titleOrUntitled(hit.title)} marks={hit.titleMarks} />
        {hit.why === 'meaning' && <span className="why">similar meaning</span>}
        <span className="end">{selected ? <kbd>Enter</kbd> : formatWhen(hit.createdAt, Date.now())}</span>
      </>
    )
  }
  if (option.kind === 'results')
    return (
      <>
        <Icon of={Search} />
        <span dir="auto">All results for “{option.query}”</span>
        <span className="end">
          <kbd>{keyHint('Ctrl Enter')}</kbd>
        </span>
      </>
    )
  if (option.kind === 'command')
    return (
      <>
        <Icon of={option.command.icon} />
        <MarkedText text={option.command.name} marks={option.mark ? [option.mark] : []} />
        {option.command.keys && (
          <span className="end">
            <kbd>{keyHint(option.command.keys)}</kbd>
          </span>
        )}
      </>
    )
  return (
    <>
      <span className="tag-dot" aria-hidden="true">
        #
      </span>
      <MarkedText text={option.name} marks={option.mark ? [option.mark] : []} />
      <span className="end num">{option.count === 1 ? '1 thought' : `${option.count} thoughts`}</span>
    </>
  )
}

function OpenPalette() {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { found, search, clear } = usePaletteSearch()
  const tags = usePlaces((state) => state.places?.tags) ?? []
  const { openItem, openSearch, openTag } = useNavigation.getState()
  const commands = useMemo(paletteCommands, [])
  const words = typed.trim()
  const asks = words !== '' && !words.startsWith('>')
  useEffect(() => {
    if (!asks) return clear()
    const timer = setTimeout(() => void search(words), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words, asks, search, clear])
  useEffect(() => clear, [clear])

  const groups = paletteGroups(typed, asks ? (found?.hits ?? []) : [], commands, tags)
  const options = groups.flatMap((group) => group.options)
  const current = options[Math.min(at, options.length - 1)]
  const idOf = (option: PaletteOption<PaletteCommand>) => `palette-${options.indexOf(option)}`
  const currentId = current && idOf(current)
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  const choose = (option: PaletteOption<PaletteCommand>) => {
    close()
    if (option.kind === 'thought') {
      openItem(option.hit.id)
      focusPage()
    } else if (option.kind === 'results') openSearch(option.query)
    else if (option.kind === 'tag') openTag(option.name)
    // After the palette has given the focus back, so that a command may take it.
    else setTimeout(option.command.run)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const count = options.length
    if (event.key === 'ArrowDown') setAt(count === 0 ? 0 : (at + 1) % count)
    else if (event.key === 'ArrowUp') setAt(count === 0 ? 0 : (at - 1 + count) % count)
    else if (event.key === 'Enter' && isCommandKey(event) && asks) {
      close()
      openSearch(words)
    } else if (event.key === 'Enter' && current) choose(current)
    else return
    event.preventDefault()
  }
  const settled = !asks || found?.query === words
  return (
    <Dialog label="Command palette" frame="pal" onClose={close}>
      <label className="pal-in">
        <Icon of={Search} />
        <span className="sr">Search or command</span>
        <input
          autoFocus
          value={typed}
          maxLength={LONGEST_QUERY}
          dir="auto"
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls="palette-list"
          aria-activedescendant={currentId}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>
          <span className="keys">Esc</span>
        </kbd>
      </label>
      <div className="pal-l" id="palette-list" role="listbox" aria-label="Results">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a listbox
          <div key={group.name} role="group" aria-label={group.name}>
            <p className="cap" aria-hidden="true">
              {group.name}
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
        {found?.problem !== undefined && asks && <p className="pal-none">{found.problem}</p>}
        {options.length === 0 &&
          found?.problem === undefined &&
          (settled ? (
            <p className="pal-none">{asks ? `No thought says “${words}”.` : 'No command has that name.'}</p>
          ) : (
            <Late>Searching…</Late>
          ))}
      </div>
      <div className="pal-f">
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
          <kbd>&gt;</kbd>Commands only
        </span>
      </div>
    </Dialog>
  )
}

/** The command palette: thoughts, commands and tags for what is typed. */
export function Palette() {
  return usePalette((state) => state.open) ? <OpenPalette /> : null
}
