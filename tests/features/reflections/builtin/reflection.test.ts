import { describe, expect, it } from 'vitest'
import { outlineReflection } from '../../../../src/main/features/reflections/builtin/reflection'
import type { ReflectedThought } from '../../../../src/main/features/reflections/builtin/reflection-notes'
import { NOON } from '../../thinking/builtin/support'

const FLOOR = 0.5

/** Thoughts whose vectors have the cosine `near` to each other. */
function notes(texts: readonly (readonly [title: string, body: string])[], near = 0.9): ReflectedThought[] {
  return texts.map(([title, body], i) => {
    const vector = new Float32Array(texts.length + 1)
    vector[0] = Math.sqrt(near)
    vector[i + 1] = Math.sqrt(1 - near)
    return { id: `n${i + 1}`, title, body, createdAt: NOON + i * 60_000, vector, openGates: [], linked: new Set<string>() }
  })
}

async function found(kind: string, thoughts: readonly ReflectedThought[]) {
  const { findings } = await outlineReflection(thoughts, { floor: FLOOR, signal: new AbortController().signal })
  return findings.filter((finding) => finding.kind === kind)
}

/** A word may come with the capital it has at the start of its sentence. */
const lower = (text: string) => text.replace(/“\p{Lu}/gu, (start) => start.toLowerCase())
const clash = async (here: readonly [string, string], there: readonly [string, string], near?: number) =>
  (await found('contradiction', notes([here, there], near))).map(({ text, citations }) => [
    ...citations.map(({ quote }) => quote),
    lower(text),
  ])

describe('contradictions of the built-in reflection', () => {
  it('are found in short titles that say the same but for a denial', async () => {
    expect(await clash(['Buying is not worth it', ''], ['Buying the flat is worth it', ''])).toEqual([
      ['Buying is not worth it', 'Buying the flat is worth it', 'Both are about “buying” and “worth”, and only the first denies it.'],
    ])
    const tea = ['Tea wakes me up better than coffee', 'Tea does not wake me up better than coffee'] as const
    for (const [here, there] of [tea, [tea[1], tea[0]]] as const) expect(await clash([here, ''], [there, ''])).toHaveLength(1)
  })

  it('are found of always and never, also under long titles that part the two', async () => {
    const bodies = ['Bicycle helmets always save lives in the city.', 'Bicycle helmets never save lives in the city.'] as const
    const told = [...bodies, 'Both are about “bicycle”, “helmets” and “save”, but the first says “always” and the second “never”.']
    const long = [
      'What my brother told me at breakfast on Sunday about the new law and the police',
      'A page torn out of the newspaper that lay in the waiting room of the dentist',
    ] as const
    expect(await clash(['Helmets', bodies[0]], ['Helmets again', bodies[1]])).toEqual([told])
    expect(await clash([long[0], bodies[0]], [long[1], bodies[1]], FLOOR - 0.1)).toEqual([told])
    expect(await clash([bodies[0].slice(0, -1), ''], [`${bodies[1].slice(0, -1)} and never will`, ''])).toHaveLength(1)
  })

  it('are none where before and after, or never, stand in sentences on different subjects', async () => {
    expect(await clash(['Coffee', 'Four cups of coffee a day before lunch.'], ['Tea', 'After lunch I drink tea.'])).toEqual([])
    expect(await clash(['Running', 'I run before work in the morning.'], ['Anna', 'After work I meet Anna at the lake.'])).toEqual([])
    expect(await clash(['Calls', 'I call Anna before lunch on Monday.'], ['Office', 'I call the office after lunch on Monday.'])).toEqual(
      [],
    )
    expect(await clash(['Rain', 'I always carry an umbrella in the city.'], ['Food', 'I never eat in a restaurant of the city.'])).toEqual(
      [],
    )
    // Nor do they hide another pair of opposites that does part them.
    const cheap = ['Before the move I found that renting the flat is cheap.', 'After the move renting the flat is expensive.'] as const
    expect(await clash(['Rent', cheap[0]], ['Prices', cheap[1]])).toHaveLength(1)
    // Below the floor only the same sentence counts.
    expect(
      await clash(
        ['Roof', 'A green roof keeps rooms cool in the summer heat.'],
        ['Loft', 'Rooms under the roof are not cool, and the heat of the lamps stays.'],
        FLOOR - 0.1,
      ),
    ).toEqual([])
  })

  it('are one where before and after part the same sentence', async () => {
    expect(await clash(['Sport', 'Swimming before lunch makes me hungry.'], ['Lunch', 'Swimming after lunch makes me hungry.'])).toEqual([
      [
        'Swimming before lunch makes me hungry.',
        'Swimming after lunch makes me hungry.',
        'Both are about “swimming”, “lunch” and “hungry”, but the first says “before” and the second “after”.',
      ],
    ])
  })
})

describe('connections of the built-in reflection', () => {
  /** Four thoughts in two themes; the second and third are as near as `near`, the others of two themes are not. */
  function twoThemes(second: string, third: string, near: number): ReflectedThought[] {
    const beside = Math.sqrt(1 - near * near)
    const vectors = [
      [0.8, 0.6, 0, 0],
      [1, 0, 0, 0],
      [near, 0, beside, 0],
      [0, -0.6, 0.8, 0],
    ]
    const texts = [
      ['Espresso', 'Espresso machine with a steam valve.'],
      ['Coffee', second],
      ['Four-day weeks', third],
      ['Payroll', 'Payroll and overtime of the staff.'],
    ] as const
    return notes(texts).map((note, i) => ({ ...note, vector: new Float32Array(vectors[i] ?? []) }))
  }
  const joined = async (second: string, third: string, near: number) =>
    (await found('connection', twoThemes(second, third, near))).map(({ citations, text }) => [citations.map(({ itemId }) => itemId), text])

  it('need a telling word in common, which figures and times are not', async () => {
    const day = 'Four cups of espresso each day of the week, in the evening too.'
    expect(await joined(day, 'Four days of payroll work in a week, every evening free.', 0.55)).toEqual([])
    expect(await joined('Espresso and concentration over four days.', 'Payroll needs concentration on four days.', 0.55)).toEqual([
      [['n2', 'n3'], 'No link joins them, and both speak of “concentration”.'],
    ])
  })

  it('need nearness too', async () => {
    expect(await joined('Espresso and concentration.', 'Payroll needs concentration.', 0.45)).toEqual([])
  })

  it('are no words that many of the notes have', async () => {
    const many = Array.from({ length: 8 }, (_, i) => ({
      ...notes([[`Concentration ${i}`, 'Concentration again.']])[0],
      id: `m${i}`,
      vector: null,
    })) as ReflectedThought[]
    const thoughts = [...twoThemes('Espresso and concentration.', 'Payroll needs concentration.', 0.55), ...many]
    expect(await found('connection', thoughts)).toEqual([])
  })
})
