import { format, median, quantile, ratios, table } from '../queue/statistics.mjs'

const three = (value) => value.toFixed(3)

export function reportQuality({ cranfield, paraphrase }, { cranfield: folder, embedder }) {
  if (cranfield === null && folder !== '') console.log(`Cranfield is not measured: ${folder} does not hold its files.\n`)
  if (cranfield !== null) {
    const [reference] = cranfield.filter(({ name }) => name.startsWith('MiniSearch'))
    console.log(`Cranfield, embedder ${embedder}`)
    const rows = cranfield.map(({ name, figures }) => [
      name,
      ...figures.map(three),
      ...figures.map((figure, index) => `x${(figure / reference.figures[index]).toFixed(2)}`),
    ])
    console.log(`${table([['', 'nDCG@10', 'recall@10', `to ${reference.name}`, ''], ...rows])}\n`)
  }
  console.log(`Paraphrases and keywords, 60 notes, embedder ${embedder}`)
  const rows = paraphrase.map(({ name, figures }) => [name, ...figures.map(three)])
  console.log(`${table([['', 'paraphrase recall@1', 'recall@5', 'keyword recall@1'], ...rows])}\n`)
  reportGoals(cranfield, paraphrase)
}

function reportGoals(cranfield, paraphrase) {
  const goals = []
  const goal = (what, value, met) => goals.push([what, value, met ? 'met' : 'MISSED'])
  const of = (rows, name) => rows.find((row) => row.name === name).figures
  if (cranfield !== null) {
    for (const [index, measure] of ['nDCG@10', 'recall@10'].entries()) {
      const [text, meaning, fused] = ['text', 'meaning', 'fused'].map((way) => of(cranfield, `ours: ${way}`)[index])
      const best = Math.max(...cranfield.filter(({ name }) => !name.startsWith('ours')).map(({ figures }) => figures[index]))
      goal(
        `${measure}: fused above text and meaning`,
        `${three(fused)} / ${three(text)} / ${three(meaning)}`,
        fused > text && fused > meaning,
      )
      goal(`${measure}: text on a par with the best plain BM25 (within 0.01)`, `${three(text)} / ${three(best)}`, text >= best - 0.01)
    }
  }
  const [first, five, keyword] = of(paraphrase, 'ours: fused')
  goal('paraphrase recall@1 >= 0.80', three(first), first >= 0.8)
  goal('paraphrase recall@5 >= 0.93', three(five), five >= 0.93)
  goal('keyword recall@1 = 1.0', three(keyword), keyword === 1)
  console.log(`${table([['goal', 'measured', ''], ...goals])}\n`)
}

export function reportLane(lane) {
  console.log('The vector of a query with the built-in embedder, while the background embeds; times in ms')
  const rows = lane.map(({ background, times, textsPerSecond }) => [
    background,
    format(median(times)),
    format(quantile(times, 0.95)),
    format(textsPerSecond),
  ])
  console.log(`${table([['background', 'p50', 'p95', 'its texts/s'], ...rows])}\n`)
}

export function reportBulk({ count, capturedMs, embeddedMs, capturing, embedding, searches, memory }) {
  console.log(`${count} notes at once, embedded by the built-in model`)
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`
  const rows = [
    ['all captured after', seconds(capturedMs)],
    ['all embedded after', seconds(embeddedMs)],
    ['wait of the main thread while capturing, p99 and longest', `${format(capturing.p99)} and ${format(capturing.max)} ms`],
    ['the same while embedding', `${format(embedding.p99)} and ${format(embedding.max)} ms`],
    ['search as you type meanwhile, p50 and p95', `${format(median(searches))} and ${format(quantile(searches, 0.95))} ms`],
    ['memory at most', `${memory} MB`],
  ]
  console.log(`${table(rows)}\n`)
}

export function reportSpeed(speed) {
  const { count, typed, typedWork, withMeaning, complete, filtered, afterWrite, captures, textIndexing, vectorIndexing, unlockMs, memory } =
    speed
  const { scans } = speed
  console.log(`A vault of ${count} seeded notes, encrypted as the app has it; times in ms`)
  const row = (what, times, goal) => {
    const [p50, p95] = [median(times), quantile(times, 0.95)]
    return [
      what,
      format(p50),
      format(p95),
      String(times.length),
      goal === undefined ? '' : `p95 < ${goal}: ${p95 < goal ? 'met' : 'MISSED'}`,
    ]
  }
  const rows = [
    row('as you type, each prefix of a query', typed, 40),
    row('  processor time of the main thread in it', typedWork),
    row('the same once it is typed, meaning included', complete),
    row('the same within a tag', filtered),
    row('among nearly all notes, right after a write', afterWrite),
    row('capture until it is found', captures, 150),
    row('text index, 1,000 notes', textIndexing),
    row('vector index, 1,000 vectors', vectorIndexing),
    row('unlock until the first answer, key derivation left out', [unlockMs], 1000),
    row('nearest of all vectors, WebAssembly SIMD', scans.simd),
    row('nearest of all vectors, plain JavaScript', scans.plain),
  ]
  console.log(`${table([['', 'p50', 'p95', 'samples', 'goal'], ...rows])}\n`)
  console.log(`Of ${typed.length} answers while typing, ${withMeaning} had the meaning in them at once.`)
  console.log(`SIMD to plain JavaScript: x${format(median(ratios(scans.plain, scans.simd)))}`)
  console.log(`Memory: ${memory.before} MB before, ${memory.open} MB with the vault open, its vectors and the encoder loaded.`)
}
