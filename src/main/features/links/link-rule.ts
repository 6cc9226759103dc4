/** How two texts stand to each other among all others. */
export interface Closeness {
  /** Cosine above the least that counts as related for the embedding model in force. */
  aboveFloor: number
  /** How many others stand nearer to the first text than the second does, and the other way round. */
  rank: number
  rankBack: number
  /** Cosine above the mean of what each has around it; null when there are too few texts to tell. */
  margin: number | null
  sharesTerms: boolean
}

/** Links of one text; a neighbour further down the other's list than this is no neighbour of that one. */
export const MAX_LINKS = 6
/** Neighbours that show what a text has around it: those after the few that may really belong to it. */
export const SURROUNDINGS = { from: 3, to: 13 }
/** Texts of one subject all stand near each other; a link says more than that. */
const LEAST_MARGIN = 0.02
/** Without a shared word the vectors alone speak, and those of two short texts are rough. */
const WITHOUT_TERMS = 0.05

/**
 * Whether two texts are close enough to be linked without being asked. A cosine alone does not tell: of short notes about everyday things
 * many stand at 0.5 with nothing in common. So the nearness must be mutual, must stand out from what each has around it (the correction for
 * hubs known as CSLS, Conneau et al. 2018), and must be borne out by a shared content word, or by each being the nearest that the other has,
 * which says something only where there are others.
 */
export function isCloseEnough({ aboveFloor, rank, rankBack, margin, sharesTerms }: Closeness): boolean {
  if (aboveFloor < 0 || rank >= MAX_LINKS || rankBack >= MAX_LINKS) return false
  if (margin !== null && margin < LEAST_MARGIN) return false
  return sharesTerms || (margin !== null && rank === 0 && rankBack === 0 && aboveFloor >= WITHOUT_TERMS)
}

/** The mean cosine of what a text has around it, from its neighbours' scores, best first; null with too few of them. */
export function surroundingScore(scores: readonly number[]): number | null {
  const around = scores.slice(SURROUNDINGS.from, SURROUNDINGS.to)
  return around.length < 3 ? null : around.reduce((sum, score) => sum + score, 0) / around.length
}
