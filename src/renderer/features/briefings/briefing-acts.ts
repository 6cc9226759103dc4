import type { Briefing } from '../../../shared/entities'
import { client } from '../../base/client'
import { useNavigation } from '../../base/navigation-store'
import { copyText } from '../../ui/copy-text'
import { errorWords } from '../../ui/error-words'
import { saveAs, saveText } from '../../ui/save-as'
import { showToast } from '../../ui/toast'
import { readAudio } from './briefing-audio'
import { loadBriefings, loadChanged, makeBriefing } from './briefing-store'
import { fileName } from './file-name'
import { choose, usePlayer } from './player-store'

type Named = Pick<Briefing, 'id' | 'itemId' | 'jobId'>

async function jobOf({ jobId, itemId }: Named) {
  if (jobId !== null) {
    const job = await client.call('get-job', { id: jobId }).catch(() => undefined)
    if (job) return job
  }
  if (itemId === null) return undefined
  // Briefings of earlier versions do not name their job.
  const { jobs } = await client.call('list-jobs', { itemId, type: 'generate_item_briefing', limit: 200 })
  return jobs.reduce<(typeof jobs)[number] | undefined>(
    (newest, job) => (newest && newest.createdAt >= job.createdAt ? newest : job),
    undefined,
  )
}

/** Makes a failed briefing again: its own job where that can be retried, so that a script which was written is kept; else a new one. */
export async function remakeBriefing(briefing: Named): Promise<void> {
  try {
    const job = await jobOf(briefing)
    if (job?.status === 'dead' || job?.status === 'cancelled') {
      await client.call('retry-job', { id: job.id })
      await loadChanged(briefing)
    } else if (briefing.itemId !== null) await makeBriefing(briefing.itemId)
    else await makeAnew(briefing.id)
  } catch (error) {
    showToast(errorWords(error))
  }
}

/** A briefing of many whose job was discarded: one of the same thoughts takes its place. */
async function makeAnew(id: string): Promise<void> {
  const { briefing } = await client.call('get-briefing', { id })
  if (!briefing) return
  await client.call('brief-many', { scope: 'chosen', itemIds: briefing.items.map(({ itemId }) => itemId) })
  await client.call('delete-briefing', { id })
  await loadBriefings()
}

/** Stops a briefing that is being made. */
export async function stopBriefing(briefing: Named): Promise<void> {
  try {
    const job = await jobOf(briefing)
    if (job) await client.call('cancel-job', { id: job.id })
    await loadChanged(briefing)
  } catch (error) {
    showToast(errorWords(error))
  }
}

export async function openBriefingJob(briefing: Named): Promise<void> {
  try {
    const job = await jobOf(briefing)
    if (job) useNavigation.getState().openJob(job.id)
    else showToast('The job of this briefing was discarded.')
  } catch (error) {
    showToast(errorWords(error))
  }
}

/** Deletes a briefing with its sound; for a day it can be brought back. */
export async function deleteBriefing(briefing: Named): Promise<void> {
  try {
    await client.call('delete-briefing', { id: briefing.id })
    // What plays must stop with it.
    if (usePlayer.getState().briefingId === briefing.id) choose(undefined)
    await loadChanged(briefing)
    showToast('The briefing was deleted.', () => void bringBack(briefing))
  } catch (error) {
    showToast(errorWords(error))
  }
}

async function bringBack(briefing: Named): Promise<void> {
  try {
    await client.call('restore-briefing', { id: briefing.id })
    await loadChanged(briefing)
  } catch (error) {
    showToast(errorWords(error))
  }
}

export async function copyScript(script: string): Promise<void> {
  const { copied } = await copyText(script)
  showToast(copied ? 'Script copied.' : 'The script could not be copied. Select it and copy it by hand.')
}

/** Saves the script as a text file where the person says. It is no longer encrypted there. */
export async function saveScript(title: string, script: string): Promise<void> {
  try {
    const saved = await saveText(fileName(title, 'txt'), script, 'text/plain')
    if (saved !== null) showToast(`The script was saved as “${saved}”. It is not encrypted there.`)
  } catch (error) {
    showToast(errorWords(error))
  }
}

/** Saves the sound as a WAV file where the person says. It is no longer encrypted there. */
export async function saveAudio({ id, title }: Pick<Briefing, 'id' | 'title'>): Promise<void> {
  try {
    if (window.platform) {
      const result = await window.platform.saveBriefing(id)
      if (!result.ok) showToast(result.error.message)
      else if (typeof result.data === 'string') showToast(`The audio was saved as “${result.data}”. It is not encrypted there.`)
      return
    }
    const blob = await readAudio(client, id, () => true)
    if (blob) saveAs(blob, fileName(title, blob.type.includes('mpeg') ? 'mp3' : 'wav'))
  } catch (error) {
    showToast(errorWords(error))
  }
}
