import type { Briefing } from '../../../shared/entities'
import { client } from '../../client'
import { copyText } from '../../ui/copy-text'
import { errorWords } from '../../ui/error-words'
import { saveAs } from '../../ui/save-as'
import { showToast } from '../../ui/toast'
import { useNavigation } from '../shell/navigation-store'
import { readAudio } from './briefing-audio'
import { loadBriefing, loadBriefings, makeBriefing } from './briefing-store'
import { fileName } from './file-name'

async function newestJob(itemId: string) {
  const { jobs } = await client.call('list-jobs', { itemId, type: 'generate_item_briefing', limit: 200 })
  return jobs.reduce<(typeof jobs)[number] | undefined>(
    (newest, job) => (newest && newest.createdAt >= job.createdAt ? newest : job),
    undefined,
  )
}

/** Makes a failed briefing again: its own job where that can be retried, so that a script which was written is kept; else a new one. */
export async function remakeBriefing({ itemId }: Pick<Briefing, 'itemId'>): Promise<void> {
  try {
    const job = await newestJob(itemId)
    if (job?.status !== 'dead' && job?.status !== 'cancelled') return makeBriefing(itemId)
    await client.call('retry-job', { id: job.id })
    await Promise.all([loadBriefing(itemId), loadBriefings()])
  } catch (error) {
    showToast(errorWords(error))
  }
}

/** Stops a briefing that is being made. */
export async function stopBriefing({ itemId }: Pick<Briefing, 'itemId'>): Promise<void> {
  try {
    const job = await newestJob(itemId)
    if (job) await client.call('cancel-job', { id: job.id })
    await loadBriefing(itemId)
  } catch (error) {
    showToast(errorWords(error))
  }
}

export async function openBriefingJob({ itemId }: Pick<Briefing, 'itemId'>): Promise<void> {
  try {
    const job = await newestJob(itemId)
    if (job) useNavigation.getState().openJob(job.id)
    else showToast('The job of this briefing was discarded.')
  } catch (error) {
    showToast(errorWords(error))
  }
}

export async function copyScript(script: string): Promise<void> {
  const { copied } = await copyText(script)
  showToast(copied ? 'Script copied.' : 'The script could not be copied. Select it and copy it by hand.')
}

/** The desktop window takes part in no downloads, so saving is offered only where the page is a browser's. */
export const canSave = window.platform === undefined

/** Saves the script as a text file where the person says. It is no longer encrypted there. */
export function saveScript(title: string, script: string): void {
  saveAs(new Blob([script], { type: 'text/plain;charset=utf-8' }), fileName(title, 'txt'))
}

export async function saveAudio({ id, title }: Pick<Briefing, 'id' | 'title'>): Promise<void> {
  try {
    const blob = await readAudio(client, id, () => true)
    if (blob) saveAs(blob, fileName(title, blob.type.includes('mpeg') ? 'mp3' : 'wav'))
  } catch (error) {
    showToast(errorWords(error))
  }
}
