import { z } from 'zod'
import { contract } from '../../../../shared/contract'
import { type Briefing, Id } from '../../../../shared/entities'
import type { Work } from '../follow-work'
import { briefingWork, jobWork, thesisWork } from '../job-work'
import { defineTool, type McpTool, type ToolCall } from '../tool'
import { cursorField, idField, Limit, limitField, Wait, waitField, when } from './fields'

const followUp = 'The answer names the job; it runs in the background and may take minutes. With "wait" the answer comes at the end.'

function briefingRow({ id, itemId, title, scope, status, items, createdAt, error }: Briefing) {
  return { id, ...(itemId === null ? {} : { itemId }), title, scope, status, items, created: when(createdAt), error }
}

type Started = { jobId: string }

/** Starts work on a thought and, if the call waits, follows it to its end. Work that was already going on is not stopped with the call. */
async function startAndFollow<T extends Started>(
  { input, call, follow }: Pick<ToolCall<{ itemId: string; wait?: boolean | undefined }>, 'input' | 'call' | 'follow'>,
  start: () => Promise<T>,
  workOf: (started: T) => Work,
): Promise<T & { ended?: boolean }> {
  if (input.wait !== true) return start()
  const before = await call('list-jobs', { itemId: input.itemId, limit: 200 })
  const started = await start()
  const { stop, ...work } = workOf(started)
  const isOurs = before.jobs.every(({ id }) => id !== started.jobId)
  return { ...started, ended: await follow(isOurs && stop ? { ...work, stop } : work) }
}

export const thinkingTools: readonly McpTool[] = [
  defineTool({
    name: 'deep_think',
    title: 'Deep Think',
    description: `Starts Deep Think on a thought: Cortexa expands it, argues against it and writes a thesis with eight readiness gates. ${followUp} Look at get_thesis for how far it is.`,
    command: 'deep-think',
    input: contract['deep-think'].input.extend({ wait: Wait }),
    fields: { itemId: idField, wait: waitField },
    fitting: 'once',
    answer: (call) =>
      startAndFollow(
        call,
        () => call.call('deep-think', { itemId: call.input.itemId }),
        ({ jobId }) => thesisWork(call.input.itemId, jobId, call.callAgain),
      ),
  }),
  defineTool({
    name: 'get_thesis',
    title: 'Get a thesis',
    description:
      'Gives the newest thesis of a thought, or how far Deep Think is with it: status none, pending, expanding, critiquing, synthesizing, done or failed.',
    command: 'get-thesis',
    input: contract['get-thesis'].input,
    fields: { itemId: idField },
    fitting: 'detail',
    async answer({ input, call, show }, size) {
      const { status, output, outputOf, engine, stages, error, updatedAt } = await call('get-thesis', { itemId: input.itemId })
      const steps = stages?.map(({ stage, status: state }) => ({ stage, status: state }))
      const [shown = {}] = await show([{ itemId: input.itemId, status, stages: steps, outputOf, thesis: output, error }], { units: size })
      return { ...shown, engine: engine?.label ?? null, updated: when(updatedAt) }
    },
  }),
  defineTool({
    name: 'summarise_thought',
    title: 'Summarise a thought',
    description: `Has the summary of a thought written anew. ${followUp} The summary is in read_thought then.`,
    command: 'summarize-item',
    input: contract['summarize-item'].input.extend({ wait: Wait }),
    fields: { itemId: idField, wait: waitField },
    fitting: 'once',
    answer: (call) =>
      startAndFollow(
        call,
        () => call.call('summarize-item', { itemId: call.input.itemId }),
        ({ jobId }) => jobWork(jobId, call.input.itemId, call.callAgain),
      ),
  }),
  defineTool({
    name: 'brief_thought',
    title: 'Brief a thought',
    description: `Makes a spoken briefing of a thought. ${followUp} Look at get_briefing for how far it is; the person listens to it in the window.`,
    command: 'brief-item',
    input: contract['brief-item'].input.extend({ wait: Wait }),
    fields: { itemId: idField, wait: waitField },
    fitting: 'once',
    answer: (call) =>
      startAndFollow(
        call,
        () => call.call('brief-item', { itemId: call.input.itemId }),
        ({ jobId, briefingId }) => briefingWork(briefingId, jobId, call.callAgain),
      ),
  }),
  defineTool({
    name: 'get_briefing',
    title: 'Get a briefing',
    description: 'Gives a briefing by its id, or the newest of a thought: how far it is, and its script. Null when there is none.',
    command: 'get-briefing',
    input: contract['get-briefing'].input,
    fields: { itemId: 'The id of the thought.', id: 'The id of the briefing.' },
    fitting: 'detail',
    async answer({ input, call, show }, size) {
      const { briefing } = await call('get-briefing', input)
      if (briefing === null) return { briefing: null }
      const { script, audio, voiceNotice } = briefing
      const row = { ...briefingRow(briefing), script: script ?? null, durationMs: audio?.durationMs ?? null, voiceNotice }
      const [shown = {}] = await show([row], { units: size * 2 })
      return { briefing: shown }
    },
  }),
  defineTool({
    name: 'list_briefings',
    title: 'List briefings',
    description: 'Lists the briefings, newest first, without their scripts.',
    command: 'list-briefings',
    input: contract['list-briefings'].input.extend({ limit: Limit }),
    fields: { cursor: cursorField, limit: limitField },
    fitting: 'page',
    async answer({ input, call, show }, size) {
      const { briefings, total, nextCursor } = await call('list-briefings', { ...input, limit: size })
      return { briefings: await show(briefings.map(briefingRow), { units: 200 }), total, nextCursor }
    },
  }),
  defineTool({
    name: 'get_research',
    title: 'Get a research',
    description:
      'Gives a research on the web by its id, the newest of a thought, or the one that a report came of: how far it is, its sources and what it could not support. The report itself is a thought; read it with read_thought.',
    command: 'get-research',
    input: contract['get-research'].input,
    fields: { id: 'The id of the research.', itemId: 'The id of the thought it was asked from.', reportId: 'The id of the report.' },
    fitting: 'detail',
    async answer({ input, call, show }, size) {
      const { research } = await call('get-research', input)
      if (research === null) return { research: null }
      const { id, itemId, jobId, question, state, report, waitingFor, queries, sources, unsupported, error, createdAt } = research
      const about = { id, ...(itemId === null ? {} : { itemId }), jobId, question, state, waitingFor, queries, error }
      const [own = {}] = await show([about], { units: size })
      const [found = {}] = await show([{ report, sources, unsupported }], { units: size, outside: true })
      return { research: { ...own, created: when(createdAt), found } }
    },
  }),
  defineTool({
    name: 'list_research',
    title: 'List research',
    description: 'Lists research on the web, newest first, of a thought or all of it.',
    command: 'list-research',
    input: contract['list-research'].input.extend({ limit: Limit }),
    fields: { itemId: 'Only what was asked from this thought.', cursor: cursorField, limit: limitField },
    fitting: 'page',
    async answer({ input, call, show }, size) {
      const { research, total, nextCursor } = await call('list-research', { ...input, limit: size })
      const rows = research.map(({ id, itemId, question, state, report, createdAt }) => ({
        ...{ id, ...(itemId === null ? {} : { itemId }), question, state, report, created: when(createdAt) },
      }))
      return { research: await show(rows, { units: 300 }), total, nextCursor }
    },
  }),
  defineTool({
    name: 'get_reflection',
    title: 'Get a reflection',
    description:
      'Gives a reflection over many thoughts, the newest unless an id is given: themes, contradictions, patterns, gaps and connections, each with the thoughts it rests on.',
    command: 'get-reflection',
    input: z.strictObject({ id: Id.optional() }),
    fields: { id: 'The id of the reflection.' },
    fitting: 'detail',
    async answer({ input, call, show }, size) {
      const { reflection } = await call('get-reflection', input)
      if (reflection === null) return { reflection: null }
      const { id, state, narrative, findings, itemCount, note, createdAt, error } = reflection
      const rows = findings.map(({ kind, title, text, question, items, state: standing }) => ({
        ...{ kind, title, text, question, items, state: standing },
      }))
      const [shown = {}] = await show([{ id, state, narrative, itemCount, findings: rows, note, error }], { units: size })
      return { reflection: { ...shown, created: when(createdAt) } }
    },
  }),
]
