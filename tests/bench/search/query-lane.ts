import { setTimeout as delay } from 'node:timers/promises'
import { createBuiltinEmbedder } from '../../../src/main/core/llm/builtin-embedder'

/** How long the vector of a query takes with the built-in embedder, alone and while texts of a length are embedded in the background. */
export interface LaneRow {
  background: string
  times: number[]
  textsPerSecond: number
}

const [workerFile = ''] = process.argv.slice(2)
const words = 'the river bends because a garden meeting was about thoughts of bread and tides in the morning'.split(' ')
const textOf = (number: number, chars: number) =>
  Array.from({ length: chars / 3 }, (_, at) => words[(at * 7 + number * 3 + (at >> 2)) % words.length])
    .join(' ')
    .slice(0, chars)

const embedder = createBuiltinEmbedder({ workerFile })

async function measure(background: string, chars: number): Promise<LaneRow> {
  let done = 0
  let on = chars > 0
  const start = performance.now()
  const work = (async () => {
    for (; on; done += 16) await embedder.embed(Array.from({ length: 16 }, (_, at) => textOf(done + at, chars)))
  })()
  const times: number[] = []
  for (let number = 0; number < 60; number += 1) {
    await delay(40 + ((number * 37) % 90))
    const asked = performance.now()
    await embedder.embed([`how do I bake loaf number ${number}`], { urgent: true })
    times.push(performance.now() - asked)
  }
  const seconds = (performance.now() - start) / 1000
  on = false
  await work
  return { background, times, textsPerSecond: done / seconds }
}

await embedder.embed(['warm up'])
const rows = [await measure('nothing', 0), await measure('notes of 300 characters', 300), await measure('pieces of 1,200 characters', 1200)]
await embedder.close()
process.stdout.write(`${JSON.stringify(rows)}\n`)
