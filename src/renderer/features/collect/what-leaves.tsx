import { useEffect } from 'react'
import { endpointOf, textModel } from '../../base/roles-in-force'
import { followSearchEngines, useSearchEngines } from '../../base/search-engine-store'
import { hostOf } from '../../base/server-address'
import { useSettings } from '../../base/settings-store'

/** Where the questions of a run, the pages and their texts go, by name. */
export function WhatLeaves({ goesOn }: { goesOn: boolean }) {
  const found = useSearchEngines((state) => state.found)
  const settings = useSettings((state) => state.settings)
  useEffect(followSearchEngines, [])
  const engine = found?.engines.find(({ id }) => id === found.used)?.name ?? 'the search engine'
  const model = settings ? textModel(settings, 'thinker') : null
  const hosts = settings
    ? [...new Set((['thinker', 'worker'] as const).map((role) => endpointOf(settings.endpoints, textModel(settings, role)?.endpointId)))]
        .filter((endpoint) => endpoint?.leavesComputer)
        .map((endpoint) => hostOf(endpoint?.baseUrl ?? ''))
    : []
  return (
    <div className="leaves">
      <h3>What leaves this computer</h3>
      <p>
        The words searched for go to {engine}. The pages it finds are read from their sites, which see that somebody came.{' '}
        {hosts.length > 0 ? (
          <>
            What you ask for{goesOn ? ', the names of what the collection has' : ''} and the text of those pages go to your model at{' '}
            <bdi>{hosts.join(' and ')}</bdi>.
          </>
        ) : (
          model !== null && 'Your model is on this computer.'
        )}{' '}
        None of your thoughts is sent. Each request is listed in Settings, under Network.
      </p>
    </div>
  )
}
