import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { LONGEST_QUESTION } from '../../../shared/contract/research'
import type { Schedule } from '../../../shared/contract/schedules'
import { client } from '../../base/client'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { currentTime } from '../../ui/clock'
import { Dialog } from '../../ui/dialog'
import { errorWords } from '../../ui/error-words'
import { tooLong } from '../../ui/too-long'
import { everyChoices, formOf, hourChoices, latestDate, ruleOf, type ScheduleForm } from './schedule-form'
import { scheduleName, weekdays, zoneWords } from './schedule-words'
import { loadSchedules, useSchedules } from './schedules-store'

type Change = (change: Partial<ScheduleForm>) => void

function QuestionField({ form, change }: { form: ScheduleForm; change: Change }) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const long = tooLong(form.question, LONGEST_QUESTION)
  useEffect(() => field.current?.focus(), [])
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Question
      </label>
      <textarea
        ref={field}
        id={id}
        className="input serif"
        dir="auto"
        rows={3}
        value={form.question}
        aria-invalid={long !== undefined || undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => change({ question: event.target.value })}
      />
      <p className={long ? 'hint err' : 'hint'} id={`${id}-hint`}>
        {long ?? 'Each time, the search engine gets this question and the pages it finds are opened. Nothing else of your vault is sent.'}
      </p>
    </div>
  )
}

function WhenFields({ form, change, zone }: { form: ScheduleForm; change: Change; zone: string }) {
  const id = useId()
  if (form.every === 'hours')
    return (
      <div className="schedule-when">
        <label htmlFor={`${id}-hours`}>Every</label>
        <select
          id={`${id}-hours`}
          className="input"
          value={form.hours}
          onChange={(event) => change({ hours: hourChoices.find((count) => count === Number(event.target.value)) ?? form.hours })}
        >
          {hourChoices.map((count) => (
            <option key={count} value={count}>
              {count === 1 ? 'hour' : `${count} hours`}
            </option>
          ))}
        </select>
        <span className="hint">counted from midnight</span>
      </div>
    )
  return (
    <div className="schedule-when">
      {form.every === 'once' && (
        <>
          <label htmlFor={`${id}-date`}>On</label>
          <input
            id={`${id}-date`}
            className="input"
            type="date"
            // Without an end the field takes years of six digits.
            max={latestDate(currentTime())}
            value={form.date}
            onChange={(event) => change({ date: event.target.value })}
          />
        </>
      )}
      {form.every === 'week' && (
        <>
          <label htmlFor={`${id}-day`}>On</label>
          <select
            id={`${id}-day`}
            className="input"
            value={form.weekday}
            onChange={(event) => change({ weekday: Number(event.target.value) })}
          >
            {weekdays.map((name, index) => (
              <option key={name} value={index + 1}>
                {name}
              </option>
            ))}
          </select>
        </>
      )}
      <label htmlFor={`${id}-time`}>At</label>
      <input id={`${id}-time`} className="input" type="time" value={form.time} onChange={(event) => change({ time: event.target.value })} />
      <span className="hint">{zoneWords(zone)}</span>
    </div>
  )
}

/** Makes a schedule of a question, or changes the times of one. */
export function ScheduleDialog({ edited, zone }: { edited: Schedule | 'new'; zone: string }) {
  const [form, setForm] = useState(() => formOf(edited, currentTime()))
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const choices = everyChoices(form.kind)
  const isOwn = form.kind === 'research_question'
  const isLong = isOwn && tooLong(form.question, LONGEST_QUESTION) !== undefined
  const title = edited === 'new' ? 'New schedule: research a question' : isOwn ? 'Change this schedule' : scheduleName(edited)
  const close = () => useSchedules.setState({ edited: undefined })
  const change: Change = (next) => {
    setForm((held) => ({ ...held, ...next }))
    setProblem(undefined)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || isLong) return
    setBusy(true)
    try {
      const { id } = edited === 'new' ? { id: undefined } : edited
      await client.call('save-schedule', {
        ...(id === undefined ? {} : { id }),
        rule: ruleOf(form),
        ...(isOwn ? { question: form.question.trim() } : {}),
      })
      await loadSchedules()
      close()
    } catch (error) {
      setProblem(errorWords(error))
      setBusy(false)
    }
  }
  return (
    <Dialog label={title} frame="ask-win schedule-win footed" onClose={close} onPressBeside={() => undefined}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <header>
          <h2>{title}</h2>
        </header>
        <div className="footed-body">
          {isOwn && <QuestionField form={form} change={change} />}
          {choices.length > 1 && (
            <Choice legend="When" name="schedule-every" value={form.every} options={choices} onChange={(every) => change({ every })} />
          )}
          <WhenFields form={form} change={change} zone={zone} />
        </div>
        <footer>
          <p className="hint err" role="alert">
            {problem}
          </p>
          <div className="acts">
            <Button variant="quiet" keys="Esc" onClick={close}>
              Cancel
            </Button>
            <Button variant="primary" type="submit" busy={busy ? 'Saving…' : undefined} disabled={isLong}>
              {edited === 'new' ? 'Save the schedule' : 'Save'}
            </Button>
          </div>
        </footer>
      </form>
    </Dialog>
  )
}
