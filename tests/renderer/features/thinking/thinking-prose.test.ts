import { expect, test } from 'vitest'
import { firstWords, stageSummary } from '../../../../src/renderer/base/first-words'
import { furtherText, writeAt } from '../../../../src/renderer/base/stage-text'
import { currentStage, engineSentence, stageSentence, thinkingDuration } from '../../../../src/renderer/base/thesis-view'
import { inlinePieces, proseBlocks } from '../../../../src/renderer/features/thinking/prose-blocks'
import { textDirection } from '../../../../src/renderer/features/thinking/text-direction'
import type { ThesisStage } from '../../../../src/shared/entities'

function stage(
  name: ThesisStage['stage'],
  status: ThesisStage['status'],
  startedAt: number | null = null,
  finishedAt: number | null = null,
): ThesisStage {
  return { stage: name, jobId: name, status, startedAt, finishedAt, text: '' }
}

test('prose is cut into headings, paragraphs and lists, and wrapped lines stay together', () => {
  expect(proseBlocks('## Claim ##\nOne line\ngoes on.\n\n- first\n  goes on\n2) second\nafter\n\nEnd')).toEqual([
    { kind: 'heading', text: 'Claim' },
    { kind: 'paragraph', text: 'One line goes on.' },
    { kind: 'list', items: ['first goes on', 'second after'] },
    { kind: 'paragraph', text: 'End' },
  ])
  expect(proseBlocks('**Sub-questions**\n\n**Thesis.** It holds.')).toEqual([
    { kind: 'heading', text: 'Sub-questions' },
    { kind: 'paragraph', text: '**Thesis.** It holds.' },
  ])
  expect(proseBlocks('')).toEqual([])
  expect(proseBlocks('#')).toEqual([{ kind: 'paragraph', text: '#' }])
})

test('appending to a text changes only its last block, so that a stream does not render all anew', () => {
  const before = proseBlocks('One.\n\nTwo')
  const after = proseBlocks('One.\n\nTwo goes on')
  expect(after[0]).toEqual(before[0])
  expect(after).toHaveLength(2)
})

test('bold and emphasis are read, marks without a partner and multiplication stay as they are', () => {
  expect(inlinePieces('a **b** and *c* with `d`')).toEqual([
    { kind: 'plain', text: 'a ' },
    { kind: 'strong', text: 'b' },
    { kind: 'plain', text: ' and ' },
    { kind: 'emphasis', text: 'c' },
    { kind: 'plain', text: ' with ' },
    { kind: 'code', text: 'd' },
  ])
  expect(inlinePieces('3*4*5 and **open')).toEqual([{ kind: 'plain', text: '3*4*5 and **open' }])
})

test('streamed text: a repeated part changes nothing, a gap is told, a new beginning replaces the old text', () => {
  expect(writeAt('abc', 3, 'de')).toBe('abcde')
  expect(writeAt('abcde', 3, 'de')).toBe('abcde')
  expect(writeAt('abcde', 1, 'bc')).toBe('abcde')
  expect(writeAt('abc', 5, 'x')).toBeNull()
  expect(writeAt('old text', 0, 'New')).toBe('New')
  expect(writeAt('old text', 0, '')).toBe('')
})

test('an answer that is older than the stream does not take back what was streamed', () => {
  expect(furtherText('abcdef', 'abc')).toBe('abcdef')
  expect(furtherText('abc', 'abcdef')).toBe('abcdef')
  expect(furtherText('other text', 'abc')).toBe('abc')
})

test('the opening of a thought skips its title and its marks and is cut at a word', () => {
  expect(firstWords('# The title\n\n- **We** argue for an hour. Then not.', 100, 'The title')).toBe('We argue for an hour.')
  expect(firstWords('one two three four five', 13)).toBe('one two…')
  expect(firstWords('間は沈黙ではなく、聞き手に渡す余白である。次の文。', 40)).toBe('間は沈黙ではなく、聞き手に渡す余白である。')
  expect(firstWords('x'.repeat(12_000_000), 20)).toBe(`${'x'.repeat(20)}…`)
  expect(firstWords('', 20)).toBe('')
})

test('the summary of a stage is its first sentence, not its heading and without citations', () => {
  expect(stageSummary('**Where it is thin**\n\n- **Scope.** No case is left out. More.', 80)).toBe('No case is left out.')
  expect(stageSummary('**Thesis.** “It holds for all.” It rests on one.', 80)).toBe('“It holds for all.”')
  expect(stageSummary('## Expansion\n\nThree ways are compared [item:abc]. More.', 80)).toBe('Three ways are compared.')
})

test('the stage that stopped is the current one, and the status line names it', () => {
  const stages = [stage('expand', 'done'), stage('counterpoint', 'dead'), stage('synthesize', 'next')]
  expect(currentStage(stages)?.stage).toBe('counterpoint')
  expect(stageSentence(stages)).toBe('Counterpoint failed.')
  expect(stageSentence([stage('expand', 'done'), stage('counterpoint', 'next'), stage('synthesize', 'next')])).toBe(
    'Counterpoint waits for its turn.',
  )
  expect(stageSentence([stage('expand', 'done'), stage('counterpoint', 'done'), stage('synthesize', 'done')])).toBe('Deep Think is done.')
})

test('the duration goes from the first start to the last end', () => {
  expect(
    thinkingDuration([
      stage('expand', 'done', 1000, 5000),
      stage('counterpoint', 'done', 5000, 9000),
      stage('synthesize', 'done', 9000, 127_000),
    ]),
  ).toBe(126_000)
  expect(thinkingDuration([stage('expand', 'waiting')])).toBeNull()
})

test('the built-in engine begins its label with a capital, a model keeps its own spelling', () => {
  expect(engineSentence({ kind: 'builtin', label: 'built-in outline, no model' })).toBe('Built-in outline, no model')
  expect(engineSentence({ kind: 'model', label: 'qwen3:14b' })).toBe('qwen3:14b')
})

test('the direction of a text is that of its first letter, whatever marks stand before it', () => {
  expect(textDirection('## «الفكرة» and more')).toBe('rtl')
  expect(textDirection('123 שלום')).toBe('rtl')
  expect(textDirection('A thought الفكرة')).toBeUndefined()
  expect(textDirection('')).toBeUndefined()
})
