/**
 * Bodies are indexed in slices of this many UTF-16 units, because a statement cannot be interrupted: a slice of ordinary prose
 * costs 1 to 15 ms, one of nothing but different words or characters up to 45 ms (measured), a body of 12 million units seconds.
 */
export const SLICE_LENGTH = 16_384
/** Neighbouring slices share this much, so that no word or short phrase is cut apart. */
const OVERLAP = 128
/** Slices an item may have, a power of two: a row number is `document * SLICES_PER_DOCUMENT + slice`. Room for 16.6 million units. */
export const SLICES_PER_DOCUMENT = 1024

/** Where slice `slice` begins in the body, in UTF-16 units. */
export function sliceStart(slice: number): number {
  return slice * (SLICE_LENGTH - OVERLAP)
}

/** How many slices cover the first `length` units of a body; an empty body has one, for its title. */
export function sliceCount(length: number): number {
  if (length <= SLICE_LENGTH) return 1
  return Math.min(SLICES_PER_DOCUMENT, Math.ceil((length - OVERLAP) / (SLICE_LENGTH - OVERLAP)))
}

/** How much of a body is covered when slices 0 to `slice` are in the index. */
export function coveredLength(slice: number, length: number): number {
  return Math.min(length, sliceStart(slice) + SLICE_LENGTH)
}
