import { describe, expect, it } from 'vitest'
import { formFields, formValues, getDefaultValues, validateForm } from '../../../src/main/features/collect/form-schema'

describe('the form of a run', () => {
  it('C10: nothing given is valid, with defaults 50, 10 and false', () => {
    expect(validateForm({})).toEqual({ isValid: true, errors: [] })
    expect(getDefaultValues()).toEqual({ target_items: 50, max_pages_to_process: 10, capture_screenshots: false })
  })

  it('C10: tells all faults, in the order of the fields', () => {
    expect(validateForm({ max_pages_to_process: 1001, target_items: 0 })).toEqual({
      isValid: false,
      errors: [
        { path: 'target_items', message: 'target_items must be between 1 and 500' },
        { path: 'max_pages_to_process', message: 'max_pages_to_process must be between 1 and 1000' },
      ],
    })
  })

  it('C10: a word is no number, null is the default', () => {
    expect(validateForm({ target_items: 'abc' }).errors).toEqual([{ path: 'target_items', message: 'target_items must be a number' }])
    expect(validateForm({ target_items: null }).isValid).toBe(true)
    expect(formValues({ target_items: null, max_pages_to_process: '7', other: 1 })).toEqual({
      ...getDefaultValues(),
      max_pages_to_process: 7,
    })
  })

  it.each([
    [1, true],
    [500, true],
    [501, false],
    [2.5, false],
    ['', false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
  ])('takes %s for a number of items: %s', (value, isValid) => {
    expect(validateForm({ target_items: value }).isValid).toBe(isValid)
  })

  it('has a default that is valid for every field', () => {
    for (const field of formFields) expect(validateForm({ [field.name]: field.default }).isValid).toBe(true)
    expect(validateForm({ capture_screenshots: 'yes' }).errors[0]?.path).toBe('capture_screenshots')
  })
})
