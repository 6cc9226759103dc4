import { type KeyboardEvent, useState } from 'react'
import { attempt } from '../../base/attempt'
import { client } from '../../base/client'
import { longTextProps } from '../../base/long-text'
import { departures } from '../../base/model-place'
import { useNavigation } from '../../base/navigation-store'
import { PagePane } from '../../base/page-pane'
import { useSettings } from '../../base/settings-store'
import { Button } from '../../ui/button'
import { isCommandKey, keyHint } from '../../ui/keys'
import { guessLanguage } from '../../ui/person-text'
import { GrowingTextarea } from '../items/growing-textarea'
import { sampleThoughts } from '../vault/sample-thoughts'
import { useCapture } from './capture-store'

/** The page of an empty vault: a caret, and what can be done next. */
export function FirstDayPage() {
  const { text, problem, busy, change, putAside, keep, show } = useCapture()
  const { openItem, openPlace } = useNavigation()
  const [adding, setAdding] = useState(false)
  const stays = useSettings(({ settings }) => settings === undefined || departures(settings).length === 0)
  const keepAndOpen = async () => {
    const id = await keep()
    if (id !== undefined) openItem(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isCommandKey(event) || event.nativeEvent.isComposing) return
    event.preventDefault()
    void keepAndOpen()
  }
  // This page goes once the vault holds a thought; the box stays and says what became of the text.
  const putLongAside = (whole: string) => {
    show()
    void putAside(whole)
  }
  const addSamples = async () => {
    let last: string | undefined
    setAdding(true)
    const done = await attempt(async () => {
      // One after the other, so that the last one stands on top of the list.
      for (const sample of sampleThoughts) last = (await client.call('capture-item', sample)).id
    })
    setAdding(false)
    if (!done || last === undefined) return
    openPlace('all')
    openItem(last)
  }
  return (
    <PagePane label="New thought" crumb="New thought">
      <div className="sheet">
        <div>
          <h1 className="sr">New thought</h1>
          <GrowingTextarea
            className="title edit-title first-words"
            aria-label="Thought"
            placeholder="What has been on your mind?"
            autoFocus
            lang={guessLanguage(text)}
            onKeyDown={onKeyDown}
            {...longTextProps(text, (typed) => change({ text: typed }), putLongAside)}
          />
          <p className="meta">
            A sentence is enough. {stays ? 'It is kept encrypted and stays on this computer.' : 'It is kept encrypted.'}
          </p>
          {problem !== undefined && (
            <p className="hint err" role="alert">
              {problem} What you typed is still here.
            </p>
          )}
          {text.trim() !== '' && (
            <div className="acts">
              <Button variant="primary" keys="Ctrl Enter" busy={busy ? 'Keeping…' : undefined} onClick={() => void keepAndOpen()}>
                Keep
              </Button>
            </div>
          )}
          <ul className="moves">
            <li>
              <b>Write another</b>
              <span>A small box over whatever is open.</span>
              <kbd>{keyHint('Ctrl N')}</kbd>
            </li>
            <li>
              <b>Argue with it</b>
              <span>Deep Think turns it into a thesis.</span>
              <kbd>D</kbd>
            </li>
            <li>
              <b>Hear it</b>
              <span>Brief reads it aloud.</span>
              <kbd>B</kbd>
            </li>
            <li>
              <b>See how it works</b>
              <span>Three sample thoughts, linked.</span>
              <button type="button" className="link" aria-disabled={adding || undefined} onClick={() => !adding && void addSamples()}>
                {adding ? 'Adding…' : 'Add them'}
              </button>
            </li>
          </ul>
        </div>
      </div>
    </PagePane>
  )
}
