import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/main/core/llm/redact-secrets'

const key = 'sk-test-CANARY-quokka'
const redactor = createRedactor({ apiKey: key, baseUrl: 'http://ann:pw-CANARY-wombat@host/v1?key=CANARY-numbat' })

describe('createRedactor', () => {
  it.each([
    ['the key', `Incorrect API key: ${key}.`],
    ['the header', `{"headers":{"Authorization":"Bearer ${key}"}}`],
    ['a shortened key', 'Incorrect API key provided: sk-test-****0001. You can find it there.'],
    ['the beginning of the key', 'key sk-test-CANA is not valid'],
    ['the key in a percent-encoded address', `GET /v1?k=${encodeURIComponent(key)}`],
    ['the key in Base64', Buffer.from(key).toString('base64')],
    ['the password of the address', 'no route to http://ann:pw-CANARY-wombat@host/v1'],
    ['user and password in Base64', `Basic ${Buffer.from('ann:pw-CANARY-wombat').toString('base64')}`],
    ['the query of the address', 'POST /v1/chat?key=CANARY-numbat&x=1 failed'],
  ])('takes out %s', (_name, words) => {
    const clean = redactor.serverWords(words)
    expect(clean).not.toMatch(/CANARY|CANA\b|quokka|wombat|numbat/)
    expect(clean).not.toContain(Buffer.from(key).toString('base64'))
    expect(clean).toContain('[removed]')
  })

  it.each(['x-api-key: abcdef123456', 'token gsk_1234567890abcdef', 'https://u:p@other/v1', 'api_key="hunter2hunter2"'])(
    'takes out a stranger’s secret: %s',
    (words) => {
      expect(redactor.serverWords(words)).not.toMatch(/abcdef|hunter2|u:p/)
    },
  )

  it('leaves ordinary words of a server, and short placeholders for a key, alone', () => {
    const words = 'model "llama3" not found, try pulling it first; the task-list says ollama is at http://127.0.0.1:11434/v1'
    expect(createRedactor({ apiKey: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1?v=1' }).serverWords(words)).toBe(words)
  })

  it('takes only known secrets out of a reply, so that the person’s text stays as it is', () => {
    expect(redactor.reply(`***Bold*** password: swordfish, ${key}`)).toBe('***Bold*** password: swordfish, [removed]')
  })

  it('stays quick on a huge error page', () => {
    expect(redactor.serverWords('a'.repeat(5_000_000)).length).toBeLessThanOrEqual(8_000)
  })
})
