import { countWords, sumOf } from './review-rows'
import { useReview } from './review-store'

/** Beside the place: how much there is to review. */
export function ReviewCount() {
  const counts = useReview((state) => state.counts)
  const sum = counts ? sumOf(counts) : undefined
  return sum && sum.count > 0 ? countWords(sum) : null
}
