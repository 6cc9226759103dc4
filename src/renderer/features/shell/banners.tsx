import { MonitorCog, Unplug } from 'lucide-react'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { useVault } from '../vault/vault-store'
import { useBanners } from './banners-store'
import { useNavigation } from './navigation-store'

/** What stands between bar and panes when something about the whole window is to be known. */
export function Banners() {
  const runtime = useVault((state) => state.status?.runtime)
  const { waiting, hiddenAt, runtimeHidden } = useBanners()
  const openPlace = useNavigation((state) => state.openPlace)
  const offline = waiting > hiddenAt
  if (!offline && (!runtime?.fallback || runtimeHidden)) return null
  return (
    <div className="banners">
      {offline ? (
        <Banner
          icon={Unplug}
          what="The model server is not answering."
          action={
            <>
              <Button onClick={() => openPlace('settings')}>Check the model</Button>
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
