import type { ContradictionEntry, GatesEntry, QuestionEntry, ReviewEntry, StaleEntry } from '../../../shared/contract/review'
import { attempt } from '../../base/attempt'
import { client } from '../../base/client'
import { titleOrUntitled } from '../../base/item-title'
import { onEvent } from '../../base/live-events'
import { useNavigation } from '../../base/navigation-store'
import { openThought } from '../../base/open-thesis'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'
import { useDrafts } from '../items/draft-store'
import { askTheWeb, researchWords } from '../reflections/finding-acts'
import { shortened } from '../reflections/reflection-words'
import { keepInReview } from './review-focus'
import { allEntries, itemOf } from './review-rows'
import { letGoOf, loadReview, takeOut, useReview, wasAnswered } from './review-store'

/** An answer to an entry: what its key, its button and its name are. */
export interface ReviewAnswer {
  key: string
  /** On its button. */
  label: string
  /** In the palette. */
  name: string
  run: () => void
}

interface Step {
  undo: () => Promise<unknown>
  back: () => void
}

/** Answers that can still be taken back, the newest last. */
const steps: Step[] = []
onEvent('vault-locked', () => void steps.splice(0))

async function takeBack(step: Step): Promise<void> {
  const at = steps.indexOf(step)
  if (at < 0) return
  steps.splice(at, 1)
  if (!(await attempt(step.undo))) return
  step.back()
  keepInReview()
}

/** Takes back the newest answer, also when its toast is gone. False when there is none. */
export function undoAnswer(): boolean {
  const step = steps.at(-1)
  if (!step) return false
  void takeBack(step)
  return true
}

/**
 * Answers an entry: it leaves its list at once and the next has the keys. `work` does it in the vault and answers how that is taken back;
 * when it fails the entry comes back.
 */
async function answer(entry: ReviewEntry, words: string, work: () => Promise<() => Promise<unknown>>): Promise<void> {
  const back = takeOut(entry)
  keepInReview()
  try {
    const undo = await work()
    wasAnswered(entry)
    const step = { undo, back }
    steps.push(step)
    showToast(words, () => void takeBack(step))
  } catch (error) {
    back()
    showToast(errorWords(error))
  }
}

const putOff = (key: string) => client.call('put-off-review', { key })
const bringBack = (key: string) => client.call('put-off-review', { key, undo: true })

function notNow(entry: ReviewEntry): ReviewAnswer {
  return {
    key: 'n',
    label: 'Not now',
    name: 'Leave this out of the review for a week',
    run: () =>
      void answer(entry, 'Left out for a week.', async () => {
        await putOff(entry.key)
        return () => bringBack(entry.key)
      }),
  }
}

function deepThink(entry: StaleEntry | GatesEntry | ContradictionEntry): ReviewAnswer {
  const itemId = itemOf(entry) ?? ''
  return {
    key: 'd',
    label: 'Deep Think',
    name: 'Deep Think on this thought again',
    run: () =>
      void answer(entry, 'Deep Think has begun. Its thesis says what is still open.', async () => {
        const { jobId } = await client.call('deep-think', { itemId })
        // Until its thesis is there the entry would only ask the same again.
        await putOff(entry.key)
        return async () => {
          await bringBack(entry.key)
          // One that has ended meanwhile is not taken back: its thesis stays.
          await client.call('cancel-job', { id: jobId }).catch(() => undefined)
        }
      }),
  }
}

function letGo(entry: StaleEntry | GatesEntry): ReviewAnswer {
  const { id, title } = entry.item
  return {
    key: 'l',
    label: 'Let go',
    name: 'Let this thought go, into the trash',
    run: () =>
      void answer(entry, `“${shortened(titleOrUntitled(title))}” moved to the trash.`, async () => {
        await client.call('delete-item', { id })
        return () => client.call('restore-item', { id })
      }),
  }
}

/** Begins to edit in place; once that has ended the entry goes by itself, if the change has answered it. */
export function editEntry(entry: StaleEntry | GatesEntry): void {
  const { id } = entry.item
  void attempt(async () => {
    const item = await client.call('get-item', { id })
    useNavigation.setState({ itemId: id, pane: 'page' })
    useDrafts.getState().begin(item)
  })
}

const edit = (entry: StaleEntry | GatesEntry): ReviewAnswer => ({
  key: 'e',
  label: 'Edit',
  name: 'Edit this thought',
  run: () => editEntry(entry),
})

function stale(entry: StaleEntry): ReviewAnswer[] {
  const { id } = entry.item
  const stillTrue: ReviewAnswer = {
    key: 's',
    label: 'Still true',
    name: 'This thought is still true',
    run: () =>
      void answer(entry, 'Noted as still true.', async () => {
        await client.call('review-item', { id, answer: 'still-true' })
        return () => client.call('review-item', { id, answer: 'take-back' })
      }),
  }
  return [stillTrue, edit(entry), letGo(entry), deepThink(entry), notNow(entry)]
}

function closeContradiction(entry: ContradictionEntry, how: 'settled' | 'dismissed', words: string): void {
  const { from } = entry
  void answer(entry, words, async () => {
    if (from.kind === 'thesis') {
      const { itemId, index } = from
      await client.call('settle-contradiction', { itemId, index, settled: true })
      return () => client.call('settle-contradiction', { itemId, index, settled: false })
    }
    const { reflectionId, findingId } = from
    await client.call('settle-finding', { reflectionId, findingId, state: how })
    return () => client.call('settle-finding', { reflectionId, findingId, state: 'open' })
  })
}

function contradiction(entry: ContradictionEntry): ReviewAnswer[] {
  return [
    {
      key: 's',
      label: 'Settle',
      name: 'This contradiction is settled',
      run: () => closeContradiction(entry, 'settled', 'Contradiction settled.'),
    },
    {
      key: 'x',
      label: 'Not one',
      name: 'This is no contradiction',
      run: () => closeContradiction(entry, 'dismissed', 'Noted: it is no contradiction.'),
    },
    deepThink(entry),
    notNow(entry),
  ]
}

function question(entry: QuestionEntry): ReviewAnswer[] {
  const { reflectionId, findingId } = entry
  const open = () => client.call('settle-finding', { reflectionId, findingId, state: 'open' })
  return [
    {
      key: 'c',
      label: 'Capture',
      name: 'Capture this question as a thought',
      run: () =>
        void answer(entry, `Captured: “${shortened(entry.question)}”`, async () => {
          const made = await client.call('capture-finding', { reflectionId, findingId })
          return () => (made.already ? Promise.resolve() : client.call('delete-item', { id: made.itemId }))
        }),
    },
    {
      key: 'r',
      label: 'Research…',
      name: 'Research this question…',
      run: () =>
        void askTheWeb(reflectionId, entry.question, (jobId) => {
          void answer(entry, researchWords, async () => {
            await client.call('settle-finding', { reflectionId, findingId, state: 'settled' })
            return async () => {
              await open()
              await client.call('cancel-job', { id: jobId }).catch(() => undefined)
            }
          })
        }),
    },
    {
      key: 'x',
      label: 'Dismiss',
      name: 'Dismiss this question',
      run: () =>
        void answer(entry, 'Question dismissed.', async () => {
          await client.call('settle-finding', { reflectionId, findingId, state: 'dismissed' })
          return open
        }),
    },
    notNow(entry),
  ]
}

/** What can be answered to an entry, in the order of the buttons. */
export function answersTo(entry: ReviewEntry): ReviewAnswer[] {
  switch (entry.section) {
    case 'stale':
      return stale(entry)
    case 'gates':
      return [edit(entry), deepThink(entry), letGo(entry), notNow(entry)]
    case 'contradictions':
      return contradiction(entry)
    case 'questions':
      return question(entry)
  }
}

/** What can be answered to the entry that the person is at; nothing while there is none. */
export function answersToActive(): ReviewAnswer[] {
  const { sections, active } = useReview.getState()
  const entry = sections && allEntries(sections).find(({ key }) => key === active)
  return entry ? answersTo(entry) : []
}

/** Opens what an entry is about, away from the review: its thought, either of the two that disagree, or the reflection that asks. */
export function openEntry(entry: ReviewEntry, place = 0): void {
  if (entry.section === 'questions') {
    useNavigation.getState().openReflection(entry.reflectionId)
    return
  }
  const id = entry.section === 'contradictions' ? entry.sides[place]?.itemId : entry.item.id
  if (id !== undefined) openThought(id)
}

/** After an edit has ended: a thought that the change made fresh leaves the list, with words and a way to put the earlier text back. */
export async function afterEdit(entry: StaleEntry | GatesEntry, before: { body: string; givenTitle: string }): Promise<void> {
  const { id } = entry.item
  keepInReview()
  await attempt(async () => {
    const now = await client.call('get-item', { id })
    if (now.body === before.body && now.givenTitle === before.givenTitle) return
    const known = useReview.getState().sections?.[entry.section].entries.some(({ key }) => key === entry.key)
    if (!known) return
    if (entry.section === 'gates') {
      showToast('Changed. Deep Think again to see which gates are closed now.')
      return
    }
    await answer(entry, 'Changed, so it counts as true again.', async () => () => {
      const title = now.givenTitle === before.givenTitle ? {} : { title: before.givenTitle }
      return client.call('update-item', { id, body: before.body, ...title })
    })
  })
  letGoOf(entry)
  await loadReview()
}
