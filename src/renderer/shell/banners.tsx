import { Gauge, KeyRound, MonitorCog, TriangleAlert, Unplug } from 'lucide-react'
import { useEffect } from 'react'
import { jobTypes } from '../../shared/job-types'
import { useNavigation } from '../base/navigation-store'
import { openSettings } from '../base/open-section'
import { useVault } from '../features/vault/vault-store'
import { Banner } from '../ui/banner'
import { Button } from '../ui/button'
import { useNow } from '../ui/use-now'
import { hideLimit, type ReachedLimit, shownLimit, useLimitBanner } from './banners-limit'
import { tryWaitingJobs, useBanners } from './banners-store'

function LimitBanner({ limit: { type } }: { limit: ReachedLimit }) {
  return (
    <Banner
      icon={Gauge}
      what={type === null ? 'Today’s ceiling of tokens is used up.' : `Today’s ceiling for ${jobTypes[type].name} is used up.`}
      action={<Button onClick={() => openSettings('ceilings')}>Raise it</Button>}
      hideLabel="Hide for today"
      onHide={hideLimit}
    >
      {type === null ? 'Model work goes on tomorrow.' : 'This kind of work goes on tomorrow.'}
    </Banner>
  )
}

/** What stands between bar and panes when something about the whole window is to be known. */
export function Banners() {
  const runtime = useVault((state) => state.status?.runtime)
  const problem = useVault((state) => (state.status?.state === 'unlocked' ? state.status.problem : null))
  const { waiting, hiddenAt, runtimeHidden, refused } = useBanners()
  const openPlace = useNavigation((state) => state.openPlace)
  // The computer has a network again.
  useEffect(() => {
    window.addEventListener('online', tryWaitingJobs)
    return () => window.removeEventListener('online', tryWaitingJobs)
  }, [])
  const limit = shownLimit(useLimitBanner(), useNow())
  const offline = waiting > hiddenAt
  if (!problem && !refused && !limit && !offline && (!runtime?.fallback || runtimeHidden)) return null
  return (
    <div className="banners">
      {problem ? (
        <Banner
          icon={TriangleAlert}
          what={problem.code === 'VAULT_DAMAGED' ? 'The vault file is damaged.' : 'Something is wrong with the vault’s files.'}
        >
          {problem.message}
        </Banner>
      ) : refused ? (
        <Banner
          icon={KeyRound}
          what="The model server refuses the work."
          action={<Button onClick={() => openSettings('servers')}>See the model servers</Button>}
        >
          {refused} Jobs wait until then.
        </Banner>
      ) : limit ? (
        <LimitBanner limit={limit} />
      ) : offline ? (
        <Banner
          icon={Unplug}
          what="The model server is not answering."
          action={
            <>
              <Button onClick={tryWaitingJobs}>Try now</Button>
              <Button variant="quiet" onClick={() => openSettings('servers')}>
                Check the server
              </Button>
              <Button variant="quiet" onClick={() => openPlace('jobs')}>
                See jobs
              </Button>
            </>
          }
          onHide={() => useBanners.setState({ hiddenAt: waiting })}
        >
          {waiting === 1 ? '1 job waits and will start by itself' : `${waiting} jobs wait and will start by themselves`} when it is back.
          You can keep writing.
        </Banner>
      ) : (
        runtime && (
          <Banner
            icon={MonitorCog}
            what={`Running on the fallback runtime (Electron ${runtime.version.split('.')[0]}).`}
            hideLabel="Hide until the next start"
            onHide={() => useBanners.setState({ runtimeHidden: true })}
          >
            Right for a first look, not for daily use with web content.
          </Banner>
        )
      )}
    </div>
  )
}
