import { expect, it } from 'vitest'
import { createJsonProse } from '../../../src/main/features/research/json-prose'

const reply = `Here it is: \`\`\`json
{"title": "Tools", "answer": "Say \\"yes\\" \\u2013 or\\nno.", "findings": [{"text": "First [1].", "citations": [{"source": 1, "quote": "not, for: {reading}"}]},
 {"citations": [], "text": "Second"}], "open_questions": ["not shown"]}
\`\`\``

it('shows the texts of a report as they are written, however the answer is cut', () => {
  for (const size of [1, 2, 7, reply.length]) {
    let shown = ''
    const take = createJsonProse((text) => {
      shown += text
    })
    for (let at = 0; at < reply.length; at += size) take(reply.slice(at, at + size))
    expect(shown).toBe('Tools\n\nSay "yes" – or no.\n\nFirst [1].\n\nSecond\n\n')
  }
})
