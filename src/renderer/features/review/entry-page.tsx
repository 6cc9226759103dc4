import { type ReactNode, useEffect, useRef } from 'react'
import type { ContradictionEntry, GatesEntry, QuestionEntry, ReviewEntry, StaleEntry } from '../../../shared/contract/review'
import type { Item } from '../../../shared/entities'
import { titleOrUntitled } from '../../base/item-title'
import { useNavigation } from '../../base/navigation-store'
import { openThesis, openThought } from '../../base/open-thesis'
import { useKeyHint } from '../../base/page-keys'
import { PagePane } from '../../base/page-pane'
import { Button } from '../../ui/button'
import { currentTime } from '../../ui/clock'
import { EmptyState } from '../../ui/empty-state'
import { formatMoment, formatNumber } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { guessLanguage, PersonText } from '../../ui/person-text'
import { useDrafts } from '../items/draft-store'
import { useItem } from '../items/item-store'
import { KeyLine } from '../reflections/key-line'
import { SideBySide } from '../reflections/side-by-side'
import { CitedText } from '../thinking/cited-text'
import { OpenGates, WhyGates, WhyStale } from './entry-why'
import { afterEdit, answersTo, openEntry } from './review-acts'
import { countWords, sectionNames } from './review-rows'
import { hold, letGoOf, useReview } from './review-store'

/** Shows a thought and `below` it what the review has to say. */
export type ItemSheetSlot = (item: Item, below: ReactNode) => ReactNode

/** The thought of an entry, read and edited in place. */
function Thought({ entry, itemSheet }: { entry: StaleEntry | GatesEntry; itemSheet: ItemSheetSlot }) {
  const { id } = entry.item
  const { item, problem, missing, load } = useItem()
  const draft = useDrafts((state) => state.drafts[id])
  const before = useRef(draft?.before)
  useEffect(() => {
    void load(id)
    return () => {
      // Going to another entry saves this one; if that fails the draft waits for the person's return.
      void useDrafts.getState().end(id)
    }
  }, [id, load])
  useEffect(() => {
    if (draft) {
      before.current = draft.before
      hold(entry)
    } else if (before.current) {
      const text = before.current
      before.current = undefined
      void afterEdit(entry, text)
    }
  }, [draft, entry])
  useEffect(() => () => letGoOf(entry), [entry])
  if (item?.id === id) return itemSheet(item, <div>{entry.section === 'gates' && <OpenGates entry={entry} />}</div>)
  return problem !== undefined ? (
    <div className="sheet">
      <EmptyState title={missing ? 'This thought is gone' : 'This thought could not be opened'}>{problem}</EmptyState>
    </div>
  ) : (
    <Late>Opening the thought…</Late>
  )
}

function Contradiction({ entry }: { entry: ContradictionEntry }) {
  const { sides, title, text, from, at } = entry
  const openReflection = useNavigation((state) => state.openReflection)
  const sources = sides.map((side, place) => ({ n: place + 1, itemId: side.itemId, title: side.title }))
  return (
    <div className="sheet">
      <div className="wide review-own">
        <h1 className="reflection-title">
          {title === '' ? (
            <>
              <bdi>“{titleOrUntitled(sides[0]?.title ?? '')}”</bdi> and <bdi>“{titleOrUntitled(sides[1]?.title ?? '')}”</bdi> disagree
            </>
          ) : (
            <bdi>{title}</bdi>
          )}
        </h1>
        <SideBySide sides={sides} />
        {text.trim() !== '' && (
          <p className="finding-text" dir="auto" lang={guessLanguage(text)}>
            <CitedText text={text} sources={sources} />
          </p>
        )}
        <p className="review-from">
          {from.kind === 'thesis' ? (
            <button type="button" className="link" onClick={() => openThesis(from.itemId)}>
              From a thesis
            </button>
          ) : (
            <button type="button" className="link" onClick={() => openReflection(from.reflectionId)}>
              From a reflection
            </button>
          )}
          , {formatMoment(at, currentTime())}
        </p>
      </div>
    </div>
  )
}

function Question({ entry }: { entry: QuestionEntry }) {
  const { question, title, text, items, reflectionId, at } = entry
  const openReflection = useNavigation((state) => state.openReflection)
  const sources = items.map((item, place) => ({ n: place + 1, itemId: item.id, title: item.title }))
  return (
    <div className="sheet">
      <div className="wide review-own">
        <h1 className="reflection-title" dir="auto" lang={guessLanguage(question)}>
          {question}
        </h1>
        {title.trim() !== question.trim() && (
          <p className="finding-question" dir="auto" lang={guessLanguage(title)}>
            {title}
          </p>
        )}
        {text.trim() !== '' && (
          <p className="finding-text" dir="auto" lang={guessLanguage(text)}>
            <CitedText text={text} sources={sources} />
          </p>
        )}
        {items.length > 0 && (
          <ul className="finding-from" aria-label="Rests on">
            {items.map((item) => (
              <li key={item.id}>
                <button type="button" className="link" onClick={() => openThought(item.id)}>
                  <PersonText className="serif" text={titleOrUntitled(item.title)} />
                </button>
                {item.inTrash && <span>in the trash</span>}
              </li>
            ))}
          </ul>
        )}
        <p className="review-from">
          Asked by{' '}
          <button type="button" className="link" onClick={() => openReflection(reflectionId)}>
            a reflection
          </button>
          , {formatMoment(at, currentTime())}
        </p>
      </div>
    </div>
  )
}

/** The answers as buttons with their keys, at the foot of the page. */
function Answers({ entry }: { entry: ReviewEntry }) {
  const hint = useKeyHint()
  return (
    <>
      <div className="review-answers">
        {answersTo(entry).map(({ key, label, name, run }, place) => (
          <Button key={key} {...hint(key.toUpperCase())} title={name} data-takes-focus={place === 0 ? '' : undefined} onClick={run}>
            {label}
          </Button>
        ))}
      </div>
      <KeyLine
        keys={[
          ['↑ ↓', 'move'],
          entry.section === 'contradictions'
            ? ['1 2', 'open either']
            : ['Enter', entry.section === 'questions' ? 'open the reflection' : 'open the thought'],
          ['Ctrl Z', 'take back'],
        ]}
      />
    </>
  )
}

function AllDone() {
  const answered = useReview((state) => state.answered)
  return (
    <div className="sheet review-calm" tabIndex={-1}>
      <h1 className="sr">Review</h1>
      <EmptyState title={answered > 0 ? 'All done for today' : 'Nothing to review today'}>
        {answered > 0 && `You answered ${answered === 1 ? 'one entry' : `${formatNumber(answered)} entries`}. `}
        Thoughts that have not been looked at for long, gates that are open, contradictions and questions come here by themselves.
      </EmptyState>
    </div>
  )
}

/** One entry of the review on the page: why it is here, what it is about, and its answers. */
export function EntryPage({
  entry,
  entries,
  itemSheet,
}: {
  entry: ReviewEntry | undefined
  entries: readonly ReviewEntry[]
  itemSheet: ItemSheetSlot
}) {
  const { counts, sections, problem } = useReview()
  const id = entry?.section === 'stale' || entry?.section === 'gates' ? entry.item.id : undefined
  const isEdited = useDrafts((state) => id !== undefined && state.drafts[id] !== undefined)
  if (!entry)
    return (
      <PagePane label="Review" crumb="Review">
        {sections && entries.length === 0 ? (
          <AllDone />
        ) : problem !== undefined && !sections ? (
          <div className="sheet">
            <h1 className="sr">Review</h1>
          </div>
        ) : (
          <Late>Opening the review…</Late>
        )}
      </PagePane>
    )
  const { section } = entry
  const place = (sections?.[section].entries.findIndex(({ key }) => key === entry.key) ?? 0) + 1
  const crumb = `${sectionNames[section]}, ${formatNumber(place)} of ${counts ? countWords(counts[section]) : place}`
  const open = section === 'contradictions' ? undefined : () => openEntry(entry)
  return (
    <PagePane
      label="Review"
      crumb={<span className="num">{crumb}</span>}
      actions={
        open && (
          <Button variant="quiet" keys="Enter" onClick={open}>
            {section === 'questions' ? 'Open reflection' : 'Open thought'}
          </Button>
        )
      }
      after={isEdited ? undefined : <Answers entry={entry} />}
    >
      {section === 'stale' && <WhyStale entry={entry} />}
      {section === 'gates' && <WhyGates entry={entry} />}
      {section === 'contradictions' ? (
        <Contradiction entry={entry} />
      ) : section === 'questions' ? (
        <Question entry={entry} />
      ) : (
        <Thought entry={entry} itemSheet={itemSheet} />
      )}
    </PagePane>
  )
}
