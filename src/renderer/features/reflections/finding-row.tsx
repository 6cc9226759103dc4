import { Fragment, memo } from 'react'
import type { Finding, FindingKind, Reflection } from '../../../shared/contract/reflections'
import { titleOrUntitled } from '../../base/item-title'
import { openThought } from '../../base/open-thesis'
import { guessLanguage, PersonText } from '../../ui/person-text'
import { StatusDot } from '../../ui/status-dot'
import { CitedText } from '../thinking/cited-text'
import { findingActs } from './active-finding'
import { directionOf, isolatedTitles } from './isolated-titles'
import type { Comparison } from './reflection-words'
import { SideBySide } from './side-by-side'

const marks: Record<Comparison, string> = { new: 'New', again: 'Again', gone: 'No longer' }
const verbs: Record<string, string> = { s: 'Settle', c: 'Capture', r: 'Research…', m: 'Link them', u: 'Open again' }

/** The thoughts a finding rests on, each to be opened. */
function Named({ items }: { items: Finding['items'] }) {
  if (items.length === 0) return <p className="finding-from">The thoughts it rests on are gone.</p>
  return (
    <ul className="finding-from" aria-label="Rests on">
      {items.map((item, place) => (
        <li key={item.id}>
          <span className="num" aria-hidden="true">
            {place + 1}
          </span>
          <button type="button" className="link" onClick={() => openThought(item.id)}>
            <PersonText className="serif" text={titleOrUntitled(item.title)} />
          </button>
          {item.inTrash && <span> in the trash</span>}
        </li>
      ))}
    </ul>
  )
}

function Foot({ reflection, finding, own }: { reflection: Pick<Reflection, 'id'>; finding: Finding; own: boolean }) {
  const { state, captured, kind } = finding
  const acts = findingActs(reflection, finding, own)
  const isCaptured = captured !== null && !captured.inTrash
  if (acts.length === 0 && !isCaptured) return null
  const wordOf = (key: string) => (key === 'x' ? (kind === 'contradiction' ? 'Not one' : 'Dismiss') : (verbs[key] ?? ''))
  return (
    <p className="finding-acts">
      {state !== 'open' && (
        <StatusDot kind={state === 'settled' ? 'done' : 'cancel'} word={state === 'settled' ? 'Settled' : 'Dismissed'} />
      )}
      {isCaptured && (
        <span>
          Captured as{' '}
          <button type="button" className="link" onClick={() => openThought(captured.id)}>
            <bdi>{titleOrUntitled(captured.title)}</bdi>
          </button>
        </span>
      )}
      {acts.map(({ key, name, run }) => (
        <button key={key} type="button" className="link" aria-label={`${wordOf(key)}: ${finding.title}`} title={name} onClick={run}>
          {wordOf(key)}
        </button>
      ))}
    </p>
  )
}

interface FindingRowProps {
  reflection: Pick<Reflection, 'id'>
  finding: Finding
  /** How it stands to the reflection before; undefined while that is not shown. */
  mark: Comparison | undefined
  active: boolean
  tabbable: boolean
  onGo: (id: string) => void
}

const kindWords: Partial<Record<FindingKind, string>> = { gap: 'Question', connection: 'Connection' }

/** One finding: what it says, what it rests on, and what can be done with it. */
export const FindingRow = memo(function FindingRow({ reflection, finding, mark, active, tabbable, onGo }: FindingRowProps) {
  const { id, kind, title, text, items, sides, question, state } = finding
  const own = mark !== 'gone'
  const sources = items.map((item, place) => ({ n: place + 1, itemId: item.id, title: item.title }))
  const titles = items.map((item) => item.title)
  const titlePieces = isolatedTitles(title, titles)
  const textPieces = isolatedTitles(text, titles)
  const isTitleAsked = question !== null && question.trim() === title.trim()
  return (
    <article
      id={`finding-${id}`}
      className={state === 'open' ? 'finding' : 'finding closed'}
      data-active={active || undefined}
      aria-labelledby={`finding-${id}-title`}
      tabIndex={tabbable ? 0 : -1}
      onFocus={() => onGo(id)}
    >
      <h3 id={`finding-${id}-title`}>
        <span className="sr">{kindWords[kind] ? `${kindWords[kind]}: ` : ''}</span>
        <bdi dir={directionOf(titlePieces)} lang={guessLanguage(title)}>
          {titlePieces.map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one title have no other name, and never move
            <Fragment key={index}>{piece.quoted ? <bdi>{piece.text}</bdi> : piece.text}</Fragment>
          ))}
        </bdi>
        {mark && <span className={`finding-mark ${mark}`}>{marks[mark]}</span>}
      </h3>
      {question !== null && !isTitleAsked && (
        <p className="finding-question" dir="auto" lang={guessLanguage(question)}>
          {question}
        </p>
      )}
      {sides && <SideBySide sides={sides} />}
      {text.trim() !== '' && text.trim() !== title.trim() && (
        <p className="finding-text" dir={directionOf(textPieces)} lang={guessLanguage(text)}>
          {textPieces.map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Fragment key={index}>{piece.quoted ? <bdi>{piece.text}</bdi> : <CitedText text={piece.text} sources={sources} />}</Fragment>
          ))}
        </p>
      )}
      {!sides && <Named items={items} />}
      <Foot reflection={reflection} finding={finding} own={own} />
    </article>
  )
})
