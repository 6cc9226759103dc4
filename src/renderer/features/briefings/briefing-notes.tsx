import { useState } from 'react'
import type { CommandOutput } from '../../../shared/contract'
import type { Briefing } from '../../../shared/entities'
import { client } from '../../base/client'
import { titleOrUntitled } from '../../base/item-title'
import { openThought } from '../../base/open-thesis'
import { leftOutWords, thoughtCount } from '../../base/scope-words'
import { errorWords } from '../../ui/error-words'
import { PersonText } from '../../ui/person-text'

type LeftOutItem = CommandOutput<'list-briefing-left-out'>['items'][number]

/** What was not taken in: a count that opens the thoughts behind it. */
function LeftOut({ briefing }: { briefing: Briefing }) {
  const [list, setList] = useState<readonly LeftOutItem[]>()
  const [problem, setProblem] = useState<string>()
  const { over, private: withheld } = briefing.leftOut
  if (over + withheld === 0) return null
  const toggle = async () => {
    if (list) return setList(undefined)
    try {
      setList((await client.call('list-briefing-left-out', { id: briefing.id })).items)
      setProblem(undefined)
    } catch (error) {
      setProblem(errorWords(error))
    }
  }
  return (
    <div className="note">
      <h3>Left out</h3>
      <p>{leftOutWords(briefing.leftOut)}</p>
      <button type="button" className="link" aria-expanded={list !== undefined} onClick={() => void toggle()}>
        {list ? 'Hide them' : `Show ${thoughtCount(over + withheld)}`}
      </button>
      {problem !== undefined && <p role="status">{problem}</p>}
      {list && (
        <ul className="src-list plain-list">
          {list.map(({ itemId, title, trashed, why }) => (
            <li key={itemId}>
              <button type="button" className="link" disabled={trashed} onClick={() => openThought(itemId)}>
                <PersonText text={titleOrUntitled(title)} />
              </button>
              {(trashed || why === 'private') && <span>{trashed ? 'in the trash' : 'stays here'}</span>}
            </li>
          ))}
          {list.length < over + withheld && <li>and {over + withheld - list.length} more</li>}
        </ul>
      )}
    </div>
  )
}

/** The margin of a briefing: the thoughts it speaks of, what was left out, and the voice. */
export function BriefingNotes({ briefing }: { briefing: Briefing }) {
  const { itemId, items, audio, asked } = briefing
  return (
    <aside className="notes" aria-label="Margin">
      <h2 className="sr">Margin</h2>
      <div className="note">
        <h3>{itemId === null ? `Made from ${thoughtCount(items.length)}` : 'Made from'}</h3>
        {itemId !== null ? (
          <button type="button" className="link" onClick={() => openThought(itemId)}>
            Open the thought
          </button>
        ) : items.length === 0 ? (
          <p>The thoughts it spoke of are gone.</p>
        ) : (
          <ol className="src-list">
            {items.map((item) => (
              <li key={item.itemId}>
                {item.trashed ? (
                  <>
                    <PersonText text={titleOrUntitled(item.title)} />
                    <span>in the trash</span>
                  </>
                ) : (
                  <button type="button" className="link" onClick={() => openThought(item.itemId)}>
                    <PersonText text={titleOrUntitled(item.title)} />
                  </button>
                )}
              </li>
            ))}
          </ol>
        )}
      </div>
      <LeftOut briefing={briefing} />
      {!asked && (
        <div className="note">
          <h3>Made by itself</h3>
          {itemId === null ? 'A schedule asked for it.' : 'The thought had come to rest.'}
        </div>
      )}
      {audio && (
        <div className="note">
          <h3>Voice</h3>
          <span dir="auto">{audio.voice}</span>. The audio stays in the vault.
        </div>
      )}
    </aside>
  )
}
