import { useEffect, useState } from 'react'
import type { SearchEngineId } from '../../../shared/contract/network'
import { followSearchEngines, useSearchEngines } from '../../base/search-engine-store'
import { Choice } from '../../ui/choice'
import { Late } from '../../ui/late'
import { Section } from '../../ui/section'
import { SearchEngineForm } from './search-engine-form'

const meanings: Record<SearchEngineId, string> = {
  duckduckgo: 'Needs no key. It stops answering for a while when it is asked often.',
  brave: 'Its own index of the web. Needs a key.',
  tavily: 'Made for programs. Needs a key.',
  exa: 'Searches by meaning. Needs a key.',
  serpapi: 'Results of Google. Needs a key.',
  searxng: 'A server of your own, which may be on this computer.',
}

/** Who searches the web for Research and Collect. */
export function SearchEngineSection() {
  const found = useSearchEngines((state) => state.found)
  const [chosen, setChosen] = useState<SearchEngineId>()
  useEffect(followSearchEngines, [])
  const shown = chosen ?? found?.used
  const engine = found?.engines.find(({ id }) => id === shown)
  return (
    <Section id="search-engine" title="Web search">
      <p>
        Used only when you have a thought researched or a collection made. The words searched for are sent to it; each request is listed
        under Network.
      </p>
      {found && engine ? (
        <>
          <Choice
            legend="Search engine"
            name="search-engine"
            value={engine.id}
            onChange={setChosen}
            options={found.engines.map(({ id, name }) => [id, id === found.used ? `${name} (in use)` : name, meanings[id]] as const)}
          />
          <SearchEngineForm key={engine.id} engine={engine} used={engine.id === found.used} />
        </>
      ) : (
        <Late>Looking up the search engines…</Late>
      )}
    </Section>
  )
}
