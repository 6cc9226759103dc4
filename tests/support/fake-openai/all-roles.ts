import { answerBySchema } from './answer-by-schema'
import { answerQuestion, type ChatQuestion, type FakeReply } from './answers'
import { playCollectParent } from './collect-parent'
import { readConversation } from './conversation'
import { answerExtraction } from './extract-items'
import { answerQueries, answerReport } from './research-answers'

/**
 * Plays every role of the app, known by its prompt: parent and worker of Collect, queries and report of Research, the stages of Deep Think, and
 * any other question with a JSON Schema by its form. For `startFakeOpenAi({ answer: answerAllRoles })`. Deterministic.
 */
export function answerAllRoles(question: ChatQuestion, body: Record<string, unknown>): string | FakeReply {
  const talk = readConversation(body)
  if (talk.tools.includes('processUrls')) return playCollectParent(talk)
  const { system, prompt } = question
  const [first = ''] = system.split('\n')
  if (first.startsWith('You extract items')) return answerExtraction(prompt)
  if (first === 'TASK: QUERIES') return answerQueries(prompt)
  if (first === 'TASK: RESEARCH') return answerReport(prompt)
  if (/\b(?:EXPAND|COUNTERPOINT|SYNTHESIZE|SUMMARIZE|BRIEFING)\b/.test(first)) return answerQuestion(question)
  return answerBySchema(body, prompt) ?? answerQuestion(question)
}
