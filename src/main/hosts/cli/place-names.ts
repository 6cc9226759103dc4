import type { Place as PlaceName } from '../../../shared/contract/items'

/** As the contract has them; written out, because the contract's own list would make every start slower by loading zod. */
export const Place = ['inbox', 'all', 'pinned', 'theses', 'briefings', 'stale', 'trash'] as const satisfies readonly PlaceName[]
