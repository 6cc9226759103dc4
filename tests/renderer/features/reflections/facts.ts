import type { Finding, Reflection } from '../../../../src/shared/contract/reflections'

export const named = (id: string) => ({ id, title: `Thought ${id}`, inTrash: false })

export function finding(id: string, kind: Finding['kind'], part: Partial<Finding> = {}): Finding {
  return {
    id,
    kind,
    title: `Finding ${id}`,
    text: '',
    items: [named('a'), named('b')],
    sides: null,
    question: null,
    state: 'open',
    captured: null,
    before: null,
    ...part,
  }
}

export function reflection(part: Partial<Reflection> = {}): Reflection {
  return {
    id: 'r',
    state: 'done',
    report: null,
    since: null,
    until: 0,
    itemCount: 3,
    counts: { theme: 0, contradiction: 0, pattern: 0, gap: 0, connection: 0 },
    note: '',
    asked: true,
    private: false,
    createdAt: 0,
    updatedAt: 0,
    jobId: 'job',
    waitingFor: null,
    engine: null,
    findings: [],
    narrative: '',
    previousId: null,
    gone: [],
    droppedCitations: 0,
    leftOut: { over: 0, private: 0 },
    error: null,
    text: '',
    ...part,
  }
}
