import { useEffect, useMemo } from 'react'
import { loadTags, useTags } from '../tags/tags-store'
import { unknownFilters } from './unknown-filters'

const asksForTag = /(?:^|\s)-?tag[:：]/iu

/** What to say of filters whose value is not known, with the vault's tags, which are read when a query asks for one. */
export function useUnknownFilters(query: string, typing: boolean): string[] {
  const tags = useTags((state) => state.tags)
  const missing = tags === undefined && asksForTag.test(query)
  useEffect(() => {
    if (missing) void loadTags()
  }, [missing])
  return useMemo(() => unknownFilters(query, { tags, typing }), [query, tags, typing])
}
