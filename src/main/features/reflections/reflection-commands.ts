import type { Finding, Reflection } from '../../../shared/contract/reflections'
import { AppError } from '../../../shared/errors'
import type { Caller, Handlers } from '../../core/commands/dispatch'
import type { JobTrace } from '../../core/queue/job-trace'
import { requireItem } from '../items/item-commands'
import { type CaptureFindingDeps, captureFinding } from './capture-finding'
import type { StoredFinding, StoredReflection } from './reflection-rows'
import type { SessionReflections } from './session-reflections'

export interface ReflectionCommandDeps extends CaptureFindingDeps {
  trace: JobTrace
  reflecting: Pick<SessionReflections, 'begin' | 'waiting'>
  forgetOldRefusal: () => void
}

type ReflectionCommands = Pick<Handlers, 'start-reflection' | 'get-reflection' | 'list-reflections' | 'settle-finding' | 'capture-finding'>

export function reflectionCommands(s: ReflectionCommandDeps): ReflectionCommands {
  /** The finding, if this caller may see its reflection. */
  function requireFinding(s: ReflectionCommandDeps, reflectionId: string, findingId: string, caller: Caller) {
    const reflection = s.reflections.find(reflectionId)
    if (reflection) assertShown(s, reflection, caller)
    const finding = reflection && s.reflections.finding(reflectionId, findingId)
    if (!reflection || !finding)
      throw new AppError('NOT_FOUND', 'This finding is gone: its reflection was deleted. Look at the list again.')
    return { reflection, finding }
  }

  return {
    'start-reflection': ({ since }, caller) => {
      return s.write((tx) => {
        s.forgetOldRefusal()
        const options = { asked: true, viewer: caller.viewer }
        const { jobId, reflectionId, created } = s.reflecting.begin(tx, since ?? 'last', options)
        return { jobId, reflectionId, already: !created }
      })
    },

    'get-reflection': ({ id, itemId }, caller) => {
      if (id !== undefined && itemId !== undefined)
        throw new AppError('BAD_INPUT', 'Name either the reflection (id) or the item that came of it (itemId), not both.')
      if (itemId !== undefined) requireItem(s, itemId, caller, { deleted: caller.viewer.seesTrash })
      const found =
        id !== undefined
          ? s.reflections.find(id)
          : itemId !== undefined
            ? s.reflections.ofReport(itemId)
            : s.reflections.newest(caller.viewer)
      if (!found) return { reflection: null }
      assertShown(s, found, caller)
      return { reflection: wholeReflection(s, found, caller) }
    },

    'list-reflections': ({ cursor, limit }, caller) => {
      const { viewer } = caller
      return { ...s.reflections.list({ cursor, limit: limit ?? 50, viewer }), waiting: s.reflecting.waiting(viewer) }
    },

    'settle-finding': ({ reflectionId, findingId, state }, caller) => {
      const { reflection } = requireFinding(s, reflectionId, findingId, caller)
      s.write((tx) => {
        s.reflections.settle(findingId, state)
        tx.emit('reflection-updated', { reflectionId, itemId: reflection.report?.id ?? null, state: reflection.state })
      })
      return {}
    },

    'capture-finding': ({ reflectionId, findingId }, caller) => {
      const { reflection, finding } = requireFinding(s, reflectionId, findingId, caller)
      return captureFinding(s, reflection, finding, caller)
    },
  }
}

/** Throws ITEM_PRIVATE for a program when the reflection rests on something that stays here. */
function assertShown(s: ReflectionCommandDeps, { id }: StoredReflection, caller: Caller): void {
  if (!caller.viewer.seesPrivate && !s.reflections.isOpen(id))
    throw new AppError('ITEM_PRIVATE', 'This reflection rests on thoughts that are set to stay here. Open it in the Cortexa window.')
}

/** With its findings, compared with those of the one before, and with what its job does at this moment. */
function wholeReflection(
  s: Pick<ReflectionCommandDeps, 'reflections' | 'trace'>,
  reflection: StoredReflection,
  caller: Caller,
): Reflection {
  const job = reflection.jobId === null ? null : s.trace.brief(reflection.jobId)
  const isWaiting = job?.status === 'pending' && reflection.state !== 'pending'
  const { previousId } = reflection
  const isComparable =
    previousId !== null && s.reflections.find(previousId) !== null && (caller.viewer.seesPrivate || s.reflections.isOpen(previousId))
  const findings = s.reflections.findings(reflection.id).map((finding) => ({ ...finding, before: isComparable ? finding.before : null }))
  return {
    ...reflection,
    findings,
    previousId: isComparable ? previousId : null,
    gone: isComparable ? goneSince(s, reflection.id, findings, s.reflections.findings(previousId)) : [],
    waitingFor: job?.status === 'pending' ? (job.waitingFor ?? (isWaiting ? job.error : null)) : null,
    text: '',
  }
}

/** Earlier findings that were not found again although everything that they rest on was read again. */
function goneSince(
  s: Pick<ReflectionCommandDeps, 'reflections'>,
  id: string,
  findings: readonly Finding[],
  earlier: readonly StoredFinding[],
): Finding[] {
  const read = new Set(s.reflections.itemsOf(id))
  const again = new Set(findings.map(({ before }) => before))
  return earlier.filter((finding) => !again.has(finding.id) && finding.items.length > 0 && finding.items.every((item) => read.has(item.id)))
}
