import type { CliCommand } from '../define'
import { exitCode } from '../exit-codes'
import { listLine, localTime } from '../item-lines'
import { fitWidth, safeLine } from '../terminal-text'

export const searchCommand: CliCommand = {
  name: 'search',
  summary: 'Search by words and by meaning',
  usage: 'WORDS...',
  about: 'Filters as in the window: tag:, kind:, source:, before:, after:, on:, is:, has:, title:, "phrases" and -words.',
  examples: [
    ['cortexa search bees dance', 'by words and by meaning'],
    ['cortexa search tag:garden after:2026-01-01', 'by filters alone'],
    ['cortexa search --json roses | head -1', 'the best hit, for a program'],
  ],
  options: { limit: { type: 'string', short: 'n', value: 'N', about: 'at most so many, up to 100 (20)' } },
  words: { min: 1, max: Number.POSITIVE_INFINITY },
  json: { form: 'lines', shape: 'id, title, summary, passage, marks, why (words, meaning, both or filter), score, createdAt' },
  async run(context, args) {
    const limit = args.count('limit', { min: 1, max: 100 })
    const owner = await context.owner()
    const { hits, more } = await owner.call('search-items', { query: args.words.join(' '), ...(limit ? { limit } : {}) })
    for (const hit of hits) {
      if (context.json) {
        await context.writeJson(hit)
        continue
      }
      await context.io.out(listLine(context, hit.id, localTime(hit.createdAt), hit.title))
      const passage = safeLine(hit.passage || hit.summary)
      if (passage !== '') await context.io.out(`          ${context.dim(fitWidth(passage, context.columns - 12))}\n`)
    }
    if (hits.length === 0) context.note('Nothing was found. Thoughts that stay here are not searched by programs.')
    else if (more) context.note('There is more. Show it with --limit N, or narrow the search.')
    return exitCode('done')
  },
}
