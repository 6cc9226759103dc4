import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readJson } from '../../../src/main/core/llm/read-json'
import { readTolerantJson } from '../../../src/main/core/llm/tolerant-json'
import { ModelThesis, toThesisOutput } from '../../../src/main/features/thinking/model-thesis'
import { Gate, gateNames, ThesisConfidence } from '../../../src/shared/entities'

const neighbours = [{ id: 'a1', title: 'The bus', body: 'I think the bus is fine in winter.' }]
const schemas: Record<string, z.ZodType> = {
  note: z.object({ title: z.string().min(1), points: z.array(z.string()), settled: z.boolean(), score: z.number().optional() }),
  brief: z.object({ problem_statement: z.string(), confidence: ThesisConfidence }),
  list: z.array(z.object({ title: z.string(), year: z.number() })),
  thesis: z.object({ core: z.string().min(1), gates: z.array(Gate).length(8) }),
  /** What `synthesize` asks for. */
  modelThesis: ModelThesis.transform((model) => toThesisOutput(model, neighbours)),
}

/** Either the `value` that a careful person reads out of the reply, and which gates it leaves `closed`; or a word of the `fault`. */
const Case = z.object({
  name: z.string(),
  schema: z.string(),
  reply: z.string(),
  value: z.unknown().optional(),
  closed: z.array(z.string()).optional(),
  fault: z.string().optional(),
})
type Case = z.infer<typeof Case>
const folder = join(__dirname, '../../fixtures/replies')
const files = readdirSync(folder).map((file) => ({
  file,
  cases: z.array(Case).parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
}))
const read = ({ reply, schema }: Case) => readJson(reply, schemas[schema] ?? z.never())

for (const { file, cases } of files) {
  describe(`replies: ${file}`, () => {
    it.each(cases)('$name', (one) => {
      const reading = read(one)
      if (one.fault !== undefined) return expect(reading).toEqual({ ok: false, fault: expect.stringContaining(one.fault) })
      expect(reading).toMatchObject({ ok: true, value: one.value })
      if (one.closed === undefined || !reading.ok) return
      const { gates } = z.object({ gates: z.array(Gate) }).parse(reading.value)
      expect(gates.map(({ gate }) => gate)).toEqual(gateNames)
      expect(gates.filter(({ status }) => status === 'closed').map(({ gate }) => gate)).toEqual(
        gateNames.filter((name) => one.closed?.includes(name)),
      )
    })
  })
}

describe('the corpus of replies', () => {
  it('is recovered to the last one that a person could read, and nothing else is taken for an answer', () => {
    const all = files.flatMap(({ cases }) => cases)
    const readable = all.filter(({ fault }) => fault === undefined)
    const recovered = readable.filter((one) => read(one).ok)
    const invented = all.filter((one) => one.fault !== undefined && read(one).ok)
    console.log(
      `replies: ${all.length}; readable ${readable.length}, recovered ${recovered.length} (${((100 * recovered.length) / readable.length).toFixed(1)} %); ` +
        `unreadable ${all.length - readable.length}, taken for an answer ${invented.length}`,
    )
    expect(all.length).toBeGreaterThanOrEqual(150)
    expect(recovered.length).toBe(readable.length)
    expect(invented.map(({ name }) => name)).toEqual([])
  })

  it('never makes a thesis of one that was cut, wherever it was cut', () => {
    const whole = files.find(({ file }) => file === 'gates.json')?.cases[0]?.reply ?? ''
    const taken = Array.from({ length: whole.length - 1 }, (_none, at) => at).filter(
      (at) => readJson(whole.slice(0, at), schemas.modelThesis ?? z.never()).ok,
    )
    expect(whole.length).toBeGreaterThan(1_000)
    // Behind the last list only the last brace is missing, and nothing can be lost any more.
    expect(taken).toEqual([])
    expect(readJson(whole.slice(0, -1), schemas.modelThesis ?? z.never()).ok).toBe(true)
  })
})

describe('readTolerantJson', () => {
  it('reads every strict JSON object as JSON.parse does and calls none of them mended', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(readTolerantJson(text, 0)).toEqual({ ok: true, value: JSON.parse(text), end: text.length, mended: false, supplied: '' })
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
