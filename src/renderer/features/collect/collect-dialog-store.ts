import { create } from 'zustand'
import type { CommandOutput } from '../../../shared/contract'
import type { Collection } from '../../../shared/contract/collect'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { useNavigation } from '../../base/navigation-store'
import { errorWords } from '../../ui/error-words'
import { focusPage } from '../../ui/keep-focus'
import { defaultValues, draftFaults, type FormFaults, type FormValues, formConfig, noFaults, readFaults } from './collect-form'

export type CollectFormShape = CommandOutput<'get-collect-form'>

/** What was typed and is not sent yet. */
export interface CollectDraft {
  name: string
  prompt: string
  description: string
  values: FormValues
}

interface CollectDialogStore {
  isOpen: boolean
  /** The collection that the run goes on with; null for a new one. */
  target: Pick<Collection, 'id' | 'name'> | null
  draft: CollectDraft
  form: CollectFormShape | undefined
  problem: string | undefined
  faults: FormFaults
  busy: boolean
}

const blank: CollectDraft = { name: '', prompt: '', description: '', values: {} }
const empty: CollectDialogStore = {
  isOpen: false,
  target: null,
  draft: blank,
  form: undefined,
  problem: undefined,
  faults: noFaults,
  busy: false,
}

export const useCollectDialog = create<CollectDialogStore>(() => empty)

/** Drafts that were put away without starting, by collection; they stay until the vault is locked. */
const kept = new Map<string, CollectDraft>()
const keyOf = (target: Pick<Collection, 'id'> | null) => target?.id ?? 'new'

async function loadForm(): Promise<void> {
  try {
    const form = await client.call('get-collect-form', {})
    useCollectDialog.setState(({ draft }) => ({
      form,
      problem: undefined,
      draft: { ...draft, values: { ...defaultValues(form.fields), ...draft.values } },
    }))
  } catch (error) {
    useCollectDialog.setState({ problem: errorWords(error) })
  }
}

/** Opens the dialog for a new collection, or to collect more for one; what was typed there before is still there. */
export function openCollect(collection?: Pick<Collection, 'id' | 'name' | 'prompt'>): void {
  const target = collection ? { id: collection.id, name: collection.name } : null
  const draft = kept.get(keyOf(target)) ?? { ...blank, prompt: collection?.prompt ?? '' }
  useCollectDialog.setState({ ...empty, isOpen: true, target, draft, form: useCollectDialog.getState().form })
  void loadForm()
}

export function closeCollect(): void {
  const { target, draft, isOpen } = useCollectDialog.getState()
  if (isOpen) kept.set(keyOf(target), draft)
  useCollectDialog.setState({ isOpen: false })
}

export function changeDraft(change: Partial<CollectDraft>): void {
  useCollectDialog.setState(({ draft, faults }) => {
    const fields = Object.fromEntries(Object.entries(faults.fields).filter(([name]) => !(name in change)))
    // A description stands in for what to collect.
    if (change.description !== undefined) delete fields.prompt
    return { draft: { ...draft, ...change }, faults: { ...faults, fields } }
  })
}

export function changeValue(name: string, value: string | boolean): void {
  useCollectDialog.setState(({ draft, faults }) => {
    const { [name]: _mended, ...fields } = faults.fields
    return { draft: { ...draft, values: { ...draft.values, [name]: value } }, faults: { ...faults, fields } }
  })
}

/** Starts the run and shows it; faults come back to their fields, and nothing that was typed is lost. */
export async function startCollect(): Promise<void> {
  const { target, draft, form, busy } = useCollectDialog.getState()
  if (busy || !form || form.hindrance !== null) return
  const fields = draftFaults(draft, form.fields, target === null)
  if (Object.keys(fields).length > 0) {
    useCollectDialog.setState({ faults: { fields, rest: undefined } })
    return
  }
  useCollectDialog.setState({ busy: true, faults: noFaults })
  try {
    const { collectionId, runId } = await client.call('start-collect', {
      ...(target === null ? { name: draft.name.trim() } : { collectionId: target.id }),
      ...(draft.description.trim() === '' ? {} : { description: draft.description.trim() }),
      prompt: draft.prompt.trim(),
      config: formConfig(form.fields, draft.values),
    })
    kept.delete(keyOf(target))
    useCollectDialog.setState({ isOpen: false, busy: false, draft: blank })
    useNavigation.getState().openCollection(collectionId, runId)
    focusPage()
  } catch (error) {
    useCollectDialog.setState({ busy: false, faults: readFaults(error, form.fields) })
    // What stands in the way may have come since the dialog was opened.
    void loadForm()
  }
}

export function followCollectDialog(): void {
  onEvent('settings-changed', () => {
    if (useCollectDialog.getState().isOpen) void loadForm()
  })
  onEvent('collect-run-updated', () => {
    if (useCollectDialog.getState().isOpen) void loadForm()
  })
  onEvent('vault-locked', () => {
    kept.clear()
    useCollectDialog.setState(empty)
  })
}
