import { describe, expect, it } from 'vitest'
import { formFields } from '../../../../src/main/features/collect/form-schema'
import { defaultValues, faultWords, formConfig, groupWords, readFaults } from '../../../../src/renderer/features/collect/collect-form'
import { AppError } from '../../../../src/shared/errors'

const fields = [...formFields]

describe('what the dialog sends', () => {
  it('sends numbers as numbers, also as people write them, and what is no number as it was typed', () => {
    const values = { target_items: '1,000', max_pages_to_process: 'ten', capture_screenshots: true }
    expect(formConfig(fields, values)).toEqual({ target_items: 1000, max_pages_to_process: 'ten', capture_screenshots: true })
  })

  it('an empty field is not taken for nothing, else the run would go with a default that nobody sees', () => {
    expect(formConfig(fields, { ...defaultValues(fields), target_items: '' }).target_items).toBe('')
  })

  it('a folded group says what is in it', () => {
    const values = { ...defaultValues(fields), max_pages_to_process: '' }
    expect(groupWords(fields.slice(1), values)).toBe('Pages to read: – · Take pictures of the pages: off')
  })
})

describe('a refused start', () => {
  const refusal = (errors: unknown, code: 'BAD_INPUT' | 'CONFLICT' = 'BAD_INPUT') =>
    new AppError(code, 'Not started.', { data: { errors } })

  it('puts every fault to its field, in the words of its label', () => {
    const errors = [
      { path: 'target_items', message: 'target_items must be between 1 and 500' },
      { path: 'config.max_pages_to_process', message: 'max_pages_to_process must be a whole number' },
      { path: 'name', message: 'name is required for a new collection' },
    ]
    expect(readFaults(refusal(errors), fields)).toEqual({
      fields: {
        target_items: 'Items to find must be between 1 and 500.',
        max_pages_to_process: 'Pages to read must be a whole number.',
        name: 'The name is required for a new collection.',
      },
      rest: undefined,
    })
  })

  it('tells what belongs to no field, and what came without faults, as a whole', () => {
    expect(readFaults(refusal([{ path: 'brand', message: 'brand is unknown' }]), fields).rest).toBe('brand is unknown.')
    expect(readFaults(refusal('nonsense'), fields).rest).toBe('Not started.')
    expect(readFaults(refusal([null, 7, { path: 1, message: 'x' }]), fields).rest).toBe('Not started.')
    expect(readFaults(new Error('x'), fields).rest).toContain('could not reach the vault')
  })

  it('names the run that stands in the way', () => {
    const error = new AppError('CONFLICT', 'One at a time.', { data: { runId: 'r', collectionId: 'c' } })
    expect(readFaults(error, fields)).toEqual({ fields: {}, rest: 'One at a time.', otherRun: { runId: 'r', collectionId: 'c' } })
  })

  it('leaves a message that does not begin with its key as it is', () => {
    expect(faultWords('prompt', 'Say what to collect.', 'What to collect')).toBe('Say what to collect.')
  })
})
