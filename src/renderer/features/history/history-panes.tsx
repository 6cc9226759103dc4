import './history.css'
import { VersionList } from './version-list'
import { VersionPage } from './version-page'

/** List and page while the history of a thought is open. */
export function HistoryPanes() {
  return (
    <>
      <VersionList />
      <VersionPage />
    </>
  )
}
