import { useState } from 'react'
import { create } from 'zustand'
import { attempt } from '../../base/attempt'
import { client } from '../../base/client'
import { useNavigation } from '../../base/navigation-store'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { formatNumber } from '../../ui/format-time'
import { showToast } from '../../ui/toast'
import { thoughtsWords } from './trash-words'

/** Kept beside the page: emptying goes on while the person looks elsewhere. */
const useEmptying = create<{ running: boolean }>(() => ({ running: false }))

async function emptyTrash(): Promise<void> {
  useEmptying.setState({ running: true })
  if (useNavigation.getState().place === 'trash') useNavigation.getState().closeItem()
  const done = await attempt(async () => {
    const { erased } = await client.call('empty-trash', {})
    showToast(erased === 0 ? 'The trash was empty already.' : `The trash is empty. ${thoughtsWords(erased)} deleted for good.`)
  })
  useEmptying.setState({ running: false })
  if (done) document.querySelector<HTMLElement>('.list .empty, .rows[role="listbox"]')?.focus()
}

/** Asks with the count, then empties the trash; while it does, says how many are left. */
export function EmptyTrash({ count }: { count: number }) {
  const running = useEmptying((state) => state.running)
  const [asking, setAsking] = useState(false)
  if (count === 0) return null
  return (
    <>
      <Button
        variant="quiet"
        className="btn-danger"
        busy={running ? `Emptying, ${formatNumber(count)} left…` : undefined}
        onClick={() => setAsking(true)}
      >
        Empty trash
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Delete ${thoughtsWords(count)} for good?`}
          text={`${count === 1 ? 'Its' : 'Their'} text, earlier versions, files, theses, briefings and links go too. This cannot be undone.`}
          action="Empty trash"
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void emptyTrash()
          }}
        />
      )}
    </>
  )
}
