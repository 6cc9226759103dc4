import { describe, expect, it } from 'vitest'
import {
  endWords,
  isAlive,
  questionFrom,
  stepState,
  waitWords,
  withoutAddresses,
} from '../../../../src/renderer/features/research/research-words'

describe('the first form of a question', () => {
  it('is the title, in one line and cut between words', () => {
    expect(questionFrom('  How do\nlibraries fare? ', 200)).toBe('How do libraries fare?')
    expect(questionFrom('word '.repeat(60), 200)).toBe('word '.repeat(40).trim())
    expect(questionFrom('字'.repeat(300), 200)).toHaveLength(200)
    expect(questionFrom(`${'x'.repeat(199)}😀`, 200)).toBe('x'.repeat(199))
  })
})

describe('the steps of a run', () => {
  const page = (state: 'read' | 'failed' | 'reading') => ({ url: '', host: '', title: '', state, reason: null })
  it('count pages that are over, and later those that could be read', () => {
    const pages = [page('read'), page('failed'), page('reading')]
    expect(stepState('reading', { state: 'reading', pages, waitingFor: null })).toBe('2 of 3 pages')
    expect(stepState('reading', { state: 'writing', pages, waitingFor: null })).toBe('1 of 3 pages')
    expect(stepState('writing', { state: 'reading', pages, waitingFor: null })).toBe('Next')
    expect(stepState('asking', { state: 'reading', pages, waitingFor: null })).toBe('Done')
    expect(stepState('searching', { state: 'searching', pages: [], waitingFor: 'No network.' })).toBe('Waits')
    expect(stepState('asking', { state: 'searching', pages: [], waitingFor: 'No network.' })).toBe('Done')
    expect(stepState('asking', { state: 'pending', pages: [], waitingFor: null })).toBe('Waiting')
  })
})

it('says of a run that waits why, and that nobody has to try again', () => {
  expect(waitWords('a.example could not be reached. The connection broke. Try again later.')).toBe(
    'Waits: a.example could not be reached. The connection broke. It tries again by itself.',
  )
  expect(waitWords('a.example could not be reached. Check the connection to the internet, then try again.')).toBe(
    'Waits: a.example could not be reached. Check the connection to the internet. It tries again by itself.',
  )
  expect(waitWords('Tries again after a wait.')).toBe('Tries again after a wait.')
  expect(waitWords('The queue is paused.')).toBe('The queue is paused.')
})

describe('a run without a report', () => {
  it('says for each of its ends what happened and what to do', () => {
    const words = (['nothing-found', 'blocked', 'not-understood', 'failed', 'cancelled'] as const).map((state) => {
      expect(isAlive(state)).toBe(false)
      return endWords({ state, searchEngine: 'DuckDuckGo', error: 'It broke. Try again.' })
    })
    expect(new Set(words.map(({ what }) => what)).size).toBe(5)
    expect(words[0]).toEqual({
      what: 'DuckDuckGo found no page for this question, so there is no report.',
      advice: 'Ask it in other words, or choose another search engine.',
    })
    expect(words[3]).toEqual({ what: 'It broke.', advice: 'Try again.' })
  })
})

it('shows no address while a report is written', () => {
  expect(withoutAddresses('See https://a.example/x?y=1 or www.b.example now, 3:4')).toBe('See … or … now, 3:4')
})
