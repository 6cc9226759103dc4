import { type ReactNode, useState } from 'react'
import type { JobAttempt, ModelCall } from '../../../shared/entities'
import { copyText } from '../../ui/copy-text'
import { formatNumber } from '../../ui/format-time'
import { showToast } from '../../ui/toast'

/** Texts are shown up to this many characters; Copy takes the whole. Keeps a reply of megabytes from stopping the window. */
const MOST_SHOWN = 100_000

/** A text in the words of a model or a server, in a block that scrolls by itself; nothing when there is none. */
export function RawText({
  heading,
  about,
  text,
  folded = false,
  children,
}: {
  heading: string
  about: string
  text: string
  folded?: boolean
  children?: ReactNode
}) {
  const [open, setOpen] = useState(!folded)
  if (text === '') return null
  const copy = async () => {
    const { copied } = await copyText(text)
    showToast(copied ? `${heading} copied.` : `${heading} could not be copied. Select it and copy it by hand.`)
  }
  return (
    <section className="sec raw-sec">
      <h2>
        {heading} <span>{about}</span>
        <span className="end raw-acts">
          {folded && (
            <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? 'Hide' : 'Show'}
            </button>
          )}
          <button type="button" className="link" onClick={() => void copy()}>
            Copy
          </button>
        </span>
      </h2>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
        <pre className="raw" tabIndex={0} dir="auto">
          {text.slice(0, MOST_SHOWN)}
          {text.length > MOST_SHOWN && <mark>{formatNumber(text.length - MOST_SHOWN)} more characters; Copy takes all of it</mark>}
          {children}
        </pre>
      )}
    </section>
  )
}

function decapitalised(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** What a model was asked, what it thought and what it replied, in its own words. */
export function CallTexts({ attempt, call }: { attempt: JobAttempt; call: ModelCall }) {
  const about = `attempt ${attempt.number}, ${decapitalised(call.name)}`
  const cut = call.errorCode === 'MODEL_CUT_OFF' || call.finishReason === 'length'
  return (
    <>
      <RawText heading="Server’s words" about={about} text={call.errorCode === null ? '' : (attempt.serverWords ?? '')} />
      <RawText heading="Raw reply" about={about} text={call.reply}>
        {cut && <mark>{call.outputTokens === null ? 'cut here' : `cut here, after ${formatNumber(call.outputTokens)} tokens`}</mark>}
      </RawText>
      <RawText heading="Reasoning" about={about} text={call.reasoning} folded />
      <RawText heading="Prompt" about={`${about}, to ${call.model}`} text={call.prompt} folded />
    </>
  )
}
