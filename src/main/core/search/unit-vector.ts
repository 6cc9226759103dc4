import { AppError } from '../../../shared/errors'

/**
 * The vector with length 1, as a copy. Refuses what no search can use, with MODEL_BAD_OUTPUT: another number of
 * dimensions than the index has, values that are no numbers, nothing but zeros.
 */
export function toUnitVector(vector: ArrayLike<number>, dimensions: number): Float32Array {
  if (vector.length !== dimensions) {
    throw refused(`The embedding model gave a vector of ${vector.length} numbers where ${dimensions} were expected.`)
  }
  let squares = 0
  for (let index = 0; index < dimensions; index += 1) {
    const value = vector[index]
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw refused('The embedding model gave a vector with values that are not numbers.')
    squares += value * value
  }
  if (squares === 0) throw refused('The embedding model gave a vector of zeros.')
  const length = Math.sqrt(squares)
  const unit = new Float32Array(dimensions)
  for (let index = 0; index < dimensions; index += 1) unit[index] = (vector[index] ?? 0) / length
  if (length === Number.POSITIVE_INFINITY) throw refused('The embedding model gave a vector with values that are too large.')
  return unit
}

function refused(what: string): AppError {
  return new AppError(
    'MODEL_BAD_OUTPUT',
    `${what} It was not kept. Check in the settings that the chosen model is an embedding model, then try again.`,
  )
}

/** The cosine of two vectors of length 1. */
export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}
