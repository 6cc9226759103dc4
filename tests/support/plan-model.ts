import { answerQuestion, type ChatQuestion, type FakeReply } from './fake-openai/answers'

export type PlanTask = 'PLAN' | 'EXPAND' | 'COUNTERPOINT' | 'SYNTHESIZE' | 'SUM UP' | 'ASK' | 'ANSWER'
type Reply = string | FakeReply | ((question: ChatQuestion) => string | FakeReply)

/** The task that a prompt of Cortexa names in its first line; null for other prompts. */
export function taskOf({ system }: Pick<ChatQuestion, 'system'>): string | null {
  return /^TASK: ([A-Z ]+)$/m.exec(system)?.[1] ?? null
}

export interface WrittenStep {
  id: string
  tool: string
  why?: string
  input?: string
  needs?: string[]
}

/** A plan as a model writes it. */
export function planReply(...steps: WrittenStep[]): string {
  return JSON.stringify({ steps: steps.map((step) => ({ why: `Because of ${step.id}.`, input: '', needs: [], ...step })) })
}

/** Related first, then two sides and a question, two of them side by side, a thesis, and the answer. */
export const branchingPlan = planReply(
  { id: 'near', tool: 'related' },
  { id: 'for', tool: 'expand', needs: ['near'] },
  { id: 'against', tool: 'counterpoint', needs: ['near'] },
  { id: 'cost', tool: 'ask', input: 'What would it cost?', needs: ['near'] },
  { id: 'weigh', tool: 'synthesize', needs: ['near', 'for', 'against'] },
  { id: 'end', tool: 'answer', needs: ['near', 'weigh', 'cost'] },
)

/** Answers for `startFakeOpenAi({ answer })`: those given for a task, in turn and the last one for ever, else the usual ones. */
export function planModel(given: Partial<Record<PlanTask, Reply | Reply[]>> = {}) {
  const asked: { task: string; question: ChatQuestion }[] = []
  const usual: Partial<Record<string, Reply>> = {
    PLAN: branchingPlan,
    ASK: 'It would cost a morning [1], and nothing else is known [9].',
    ANSWER: 'Try it for a week [1]. It rests on one claim.\n\n## Next\n\n- Write down the measure.\n- Set the day [42].',
    'SUM UP': 'The note in short.',
  }
  const replies: Partial<Record<string, Reply | Reply[]>> = { ...usual, ...given }
  return {
    asked,
    /** How often each task was asked. */
    count: (task: PlanTask) => asked.filter((one) => one.task === task).length,
    set: (task: PlanTask, reply: Reply | Reply[]) => {
      replies[task] = reply
    },
    answer(question: ChatQuestion): string | FakeReply {
      const task = taskOf(question)
      if (task === null) return answerQuestion(question)
      asked.push({ task, question })
      const reply = replies[task]
      const turn = asked.filter((one) => one.task === task).length - 1
      const own = Array.isArray(reply) ? reply[Math.min(turn, reply.length - 1)] : reply
      return own === undefined ? answerQuestion(question) : typeof own === 'function' ? own(question) : own
    },
  }
}

/** An answer that breaks off in the middle. */
export const cutOff: FakeReply = { content: 'And then it', finishReason: 'length' }
