import { AlignLeft, ListFilter, Search } from 'lucide-react'
import { titleOrUntitled } from '../base/item-title'
import { MarkedText } from '../base/marked-text'
import { fileWords, whyWords } from '../features/search/hit-words'
import { currentTime } from '../ui/clock'
import { formatWhen } from '../ui/format-time'
import { Icon } from '../ui/icon'
import { keyHint } from '../ui/keys'
import type { PaletteCommand } from './command-list'
import type { PaletteOption } from './palette-options'

/** What one line of the palette shows. */
export function OptionWords({ option, selected }: { option: PaletteOption<PaletteCommand>; selected: boolean }) {
  if (option.kind === 'thought') {
    const { hit } = option
    return (
      <>
        <Icon of={AlignLeft} />
        <MarkedText className="serif" text={titleOrUntitled(hit.title)} marks={hit.titleMarks} />
        {hit.attachment ? (
          <span className="why" dir="auto">
            {fileWords(hit.attachment)}
          </span>
        ) : (
          whyWords[hit.why] !== '' && <span className="why">{whyWords[hit.why]}</span>
        )}
        <span className="end">{selected ? <kbd>Enter</kbd> : formatWhen(hit.createdAt, currentTime())}</span>
      </>
    )
  }
  if (option.kind === 'filter')
    return (
      <>
        <Icon of={ListFilter} />
        <span dir="auto">{option.suggestion.text}</span>
        <span className="end num">{option.suggestion.note}</span>
      </>
    )
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
