import './review.css'
import { useEffect, useRef } from 'react'
import { useNavigation } from '../../base/navigation-store'
import { usePageKeys } from '../../base/page-keys'
import { useSettings } from '../../base/settings-store'
import { isCommandKey, isTyping } from '../../ui/keys'
import { EntryPage, type ItemSheetSlot } from './entry-page'
import { answersTo, openEntry, undoAnswer } from './review-acts'
import { keepInReviewIfLost } from './review-focus'
import { ReviewListPane } from './review-list'
import { allEntries, itemOf } from './review-rows'
import { closeReview, loadReview, useReview } from './review-store'

/** Ctrl Z takes back the newest answer, wherever the focus went; what a toast offers to take back comes first. */
function useUndoKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.key.toLowerCase() !== 'z' || !isCommandKey(event)) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      if (undoAnswer()) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** The daily review: what is worth another look, one entry after the other, each answered by one key. */
export function ReviewPlace({ itemSheet }: { itemSheet: ItemSheetSlot }) {
  const { sections, active } = useReview()
  useEffect(() => {
    void loadReview()
    return closeReview
  }, [])
  const entries = sections ? allEntries(sections) : []
  // The last answer takes the list away, and what is found meanwhile brings it back: the keys go along.
  const isEmpty = sections && entries.length === 0
  const wasEmpty = useRef(isEmpty)
  useEffect(() => {
    if (isEmpty !== undefined && wasEmpty.current !== undefined && wasEmpty.current !== isEmpty) keepInReviewIfLost()
    wasEmpty.current = isEmpty
  }, [isEmpty])
  const entry = entries.find(({ key }) => key === active)
  const itemId = entry && (entry.section === 'stale' || entry.section === 'gates') ? itemOf(entry) : undefined
  // What acts on the open thought, such as Ctrl Enter while it is edited, means the one on this page.
  useEffect(() => useNavigation.setState({ itemId }), [itemId])

  const lettersOn = useSettings((state) => state.settings?.singleKeyShortcuts !== false)
  const answers = entry ? answersTo(entry) : []
  useUndoKey()
  const opens = (place: number) => (entry ? () => openEntry(entry, place) : undefined)
  usePageKeys({
    ...Object.fromEntries(answers.map(({ key, run }) => [key, run])),
    ...Object.fromEntries([['Enter', opens(0)]]),
    ...(lettersOn && entry?.section === 'contradictions' ? { '1': opens(0), '2': opens(1) } : {}),
  })
  return (
    <>
      <ReviewListPane />
      <EntryPage key={entry?.key} entry={entry} entries={entries} itemSheet={itemSheet} />
    </>
  )
}
