import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readJson } from '../../src/main/llm/read-json'
import { readTolerantJson } from '../../src/main/llm/tolerant-json'
import { Gate, ThesisConfidence } from '../../src/shared/entities'

const schemas: Record<string, z.ZodType> = {
  note: z.object({ title: z.string().min(1), points: z.array(z.string()), settled: z.boolean(), score: z.number().optional() }),
  brief: z.object({ problem_statement: z.string(), confidence: ThesisConfidence }),
  thesis: z.object({ core: z.string().min(1), gates: z.array(Gate).length(8) }),
}

const Case = z.object({
  name: z.string(),
  schema: z.string(),
  reply: z.string(),
  value: z.unknown().optional(),
  fault: z.string().optional(),
})
const folder = join(__dirname, '../fixtures/replies')

for (const file of readdirSync(folder)) {
  describe(`replies: ${file}`, () => {
    const cases = z.array(Case).parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    it.each(cases)('$name', ({ schema, reply, value, fault }) => {
      const reading = readJson(reply, schemas[schema] ?? z.never())
      if (fault === undefined) expect(reading).toMatchObject({ ok: true, value })
      else expect(reading).toEqual({ ok: false, fault: expect.stringContaining(fault) })
    })
  })
}

describe('readTolerantJson', () => {
  it('reads every strict JSON object as JSON.parse does and calls none of them mended', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(readTolerantJson(text, 0)).toEqual({ ok: true, value: JSON.parse(text), end: text.length, mended: false })
      }),
      { numRuns: 500 },
    )
  })

  it('never makes a cut object whole while a string, a comma or a colon is open', () => {
    const text = '{"a":"one, \\"two\\"","b":["x",{"c":"y"}],"d":true}'
    for (let length = 1; length < text.length; length += 1) {
      const read = readTolerantJson(text.slice(0, length), 0)
      // Only behind a finished value may closing brackets be supplied.
      if (read.ok) expect(text.slice(0, length)).toMatch(/(?:["}\]]|true)$/)
    }
  })

  it('gives up on endless nesting instead of using up the stack', () => {
    expect(readTolerantJson('['.repeat(100_000), 0).ok).toBe(false)
  })

  it('keeps a key named __proto__ as plain data', () => {
    const read = readTolerantJson('{"__proto__":{"polluted":true}}', 0)
    expect(read.ok && Object.keys(read.value as object)).toEqual(['__proto__'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('readJson', () => {
  it('says of an exact answer that nothing was repaired, and of a mended one that it was', () => {
    const schema = z.object({ title: z.string() })
    expect(readJson('{"title":"a"}', schema)).toEqual({ ok: true, value: { title: 'a' }, repaired: false })
    expect(readJson('{"title":"a",}', schema)).toEqual({ ok: true, value: { title: 'a' }, repaired: true })
  })

  it('never throws, whatever the reply', () => {
    const schema = schemas.thesis ?? z.never()
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{', '}', '[', ']', '"', ',', ':', 'a', '\\', '<think>', '</think>', '```', '1', '\n', "'")),
        (parts) => {
          expect(typeof readJson(parts.join(''), schema).ok).toBe('boolean')
        },
      ),
      { numRuns: 500 },
    )
  })

  it('gives up on a reply of brackets and on one of megabytes', () => {
    const schema = schemas.note ?? z.never()
    expect(readJson('{"a":"'.repeat(80_000), schema).ok).toBe(false)
    expect(readJson(`${'x'.repeat(12_000_000)}{"title":"a"}`, schema)).toEqual({ ok: false, fault: expect.stringContaining('too long') })
  })
})
