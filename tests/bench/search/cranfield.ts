import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A retrieval test collection: texts, questions, and for each question the gain of the texts that answer it. */
export interface Collection {
  documents: { id: string; title: string; body: string }[]
  /** `gains` maps document ids to their gain, above 0 for relevant ones. */
  questions: { text: string; gains: Map<string, number> }[]
}

/**
 * Reads the Cranfield collection (C. Cleverdon; 1,400 abstracts, 225 questions) from a folder with its files `cran.all.1400`,
 * `cran.qry` and `cranqrel`. Judgements name questions by their position. Codes 1 (complete answer) to 4 (least) are a gain of
 * 4 to 1; -1 is "not judged". Null when the folder does not hold the files: they are not part of the project.
 */
export function readCranfield(folder: string): Collection | null {
  const [documentsFile, questionsFile, judgementsFile] = ['cran.all.1400', 'cran.qry', 'cranqrel'].map((name) => join(folder, name))
  if (!documentsFile || !questionsFile || !judgementsFile) return null
  if (![documentsFile, questionsFile, judgementsFile].every((file) => existsSync(file))) return null
  const documents = readRecords(documentsFile).map(({ id, fields }) => {
    const title = oneLine(fields.T)
    const body = oneLine(fields.W)
    // The text repeats the title; a note would not.
    return { id, title, body: body.startsWith(title) ? body.slice(title.length).trim() : body }
  })
  const questions = readRecords(questionsFile).map(({ fields }) => ({ text: oneLine(fields.W), gains: new Map<string, number>() }))
  for (const line of readFileSync(judgementsFile, 'utf8').split('\n')) {
    const [question, document, code] = line.trim().split(/\s+/)
    const gain = Number(code)
    if (document !== undefined && gain >= 1 && gain <= 4) questions[Number(question) - 1]?.gains.set(document, 5 - gain)
  }
  return { documents, questions: questions.filter(({ gains }) => gains.size > 0) }
}

/** Records of lines: `.I 12` begins one, `.T`, `.A`, `.B`, `.W` begin its fields. */
function readRecords(file: string): { id: string; fields: Record<string, string> }[] {
  const records: { id: string; fields: Record<string, string> }[] = []
  let field = ''
  for (const line of readFileSync(file, 'latin1').split(/\r?\n/)) {
    const record = records.at(-1)
    const [, mark, rest] = /^\.([ITABW])\s*(.*)$/.exec(line) ?? []
    if (mark === 'I') records.push({ id: rest?.trim() ?? '', fields: {} })
    else if (mark !== undefined) field = mark
    else if (record) record.fields[field] = `${record.fields[field] ?? ''} ${line}`
  }
  return records
}

const oneLine = (text = '') => text.replace(/\s+/g, ' ').trim()
