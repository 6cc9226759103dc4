import './research.css'
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { LONGEST_QUERY, LONGEST_QUESTION } from '../../../shared/contract/research'
import { titleOrUntitled } from '../../base/item-title'
import { openSettings } from '../../base/open-section'
import { endpointOf, textModel } from '../../base/roles-in-force'
import { followSearchEngines, useSearchEngines } from '../../base/search-engine-store'
import { hostOf } from '../../base/server-address'
import { useSettings } from '../../base/settings-store'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { PersonText } from '../../ui/person-text'
import { tooLong } from '../../ui/too-long'
import { closeResearch, startResearch, useResearchDialog } from './research-dialog-store'

interface Hindrance {
  words: string
  section: string
  action: string
}

/** Who gets what, and what stands in the way. */
function useWhatLeaves(isPrivate: boolean) {
  const settings = useSettings((state) => state.settings)
  const found = useSearchEngines((state) => state.found)
  useEffect(followSearchEngines, [])
  const used = found?.engines.find(({ id }) => id === found.used)
  const engine = used?.name ?? 'The search engine'
  const model = settings ? textModel(settings, 'thinker') : null
  const hosts = settings
    ? [...new Set((['thinker', 'worker'] as const).map((role) => endpointOf(settings.endpoints, textModel(settings, role)?.endpointId)))]
        .filter((endpoint) => endpoint?.leavesComputer)
        .map((endpoint) => hostOf(endpoint?.baseUrl ?? ''))
    : []
  const hindrance: Hindrance | undefined = settings?.localOnly
    ? {
        words: '“Local only” is on, so nothing is asked of the web. Switch it off to research.',
        section: 'network',
        action: 'Open Network',
      }
    : used && !used.ready
      ? { words: `${engine} lacks what it needs to search.`, section: 'search-engine', action: 'Open Web search' }
      : isPrivate && hosts.length > 0
        ? {
            words: `This thought stays here, and your model is on another computer (${hosts.join(' and ')}). Choose one on this computer, or the built-in engine.`,
            section: 'model',
            action: 'Open Models',
          }
        : undefined
  return { engine, model, hosts, hindrance }
}

function Leaves({ engine, hasModel, hosts }: { engine: string; hasModel: boolean; hosts: readonly string[] }) {
  const lines: ReactNode[] = [
    hasModel
      ? `${engine} gets up to three searches made of this question, at most ${LONGEST_QUERY} characters each.`
      : `${engine} gets this question, at most ${LONGEST_QUERY} characters.`,
    'Up to six of the pages it finds are opened; their sites see that somebody came.',
    !hasModel ? (
      'The report is made of sentences of the pages, built in, without a model.'
    ) : hosts.length > 0 ? (
      <>
        Your model at <bdi>{hosts.join(' and ')}</bdi> gets the question and the text of those pages.
      </>
    ) : (
      'Your model on this computer reads them and writes the report.'
    ),
  ]
  return (
    <div className="research-leaves">
      <h3>What leaves this computer</h3>
      <ul>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have a fixed order
          <li key={index}>{line}</li>
        ))}
      </ul>
      <p>Nothing else of your vault is sent.</p>
    </div>
  )
}

function OpenDialog() {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { item, question, problem, busy } = useResearchDialog()
  const { engine, model, hosts, hindrance } = useWhatLeaves(item?.private ?? false)
  useEffect(() => {
    const asked = field.current
    asked?.focus()
    // The caret goes behind the question: were it selected, a second press of the key that opens this would replace it.
    asked?.setSelectionRange(asked.value.length, asked.value.length)
  }, [])
  const long = tooLong(question, LONGEST_QUESTION)
  const start = (event?: FormEvent) => {
    event?.preventDefault()
    if (hindrance !== undefined) return
    if (question.trim() === '') field.current?.focus()
    void startResearch()
  }
  const left = LONGEST_QUESTION - question.trim().length
  return (
    <Dialog label="Research a question" frame="research-win footed" onClose={closeResearch}>
      <form noValidate onSubmit={start}>
        <header>
          <h2>Research a question</h2>
          {item && (
            <p className="for">
              From <PersonText className="serif" text={titleOrUntitled(item.title)} />
            </p>
          )}
        </header>
        <div className="footed-body">
          <div className="field">
            <label className="label" htmlFor={id}>
              Question
            </label>
            <textarea
              ref={field}
              id={id}
              className="input"
              dir="auto"
              rows={3}
              value={question}
              aria-invalid={long !== undefined || undefined}
              aria-describedby={`${id}-hint`}
              onChange={(event) => useResearchDialog.setState({ question: event.target.value, problem: undefined })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
                start(event)
              }}
            />
            <p className={long ? 'hint err' : 'hint'} id={`${id}-hint`}>
              {long ??
                (item?.private
                  ? 'This thought stays here: only what you type goes out, and the report stays here too.'
                  : left < 100
                    ? `${left} characters left.`
                    : 'Only what stands in this field goes out. Change it as you like.')}
            </p>
          </div>
          <Leaves engine={engine} hasModel={model !== null} hosts={hosts} />
          {hindrance && (
            <p className="research-hindrance" role="alert">
              {hindrance.words}{' '}
              <button
                type="button"
                className="link"
                onClick={() => {
                  closeResearch()
                  openSettings(hindrance.section)
                }}
              >
                {hindrance.action}
              </button>
            </p>
          )}
        </div>
        <footer>
          <p className="hint err" role="alert">
            {problem}
          </p>
          <div className="acts">
            <Button variant="quiet" keys="Esc" onClick={closeResearch}>
              Cancel
            </Button>
            <Button
              variant="primary"
              type="submit"
              keys="Enter"
              busy={busy ? 'Starting…' : undefined}
              disabled={hindrance !== undefined || long !== undefined}
              aria-describedby={long ? `${id}-hint` : undefined}
            >
              Start
            </Button>
          </div>
        </footer>
      </form>
    </Dialog>
  )
}

/** The dialog in which a question is written, and which says what of it leaves. Nothing leaves before Start. */
export function ResearchDialog() {
  const isOpen = useResearchDialog((state) => state.isOpen)
  return isOpen ? <OpenDialog /> : null
}
