import type Sigma from 'sigma'
import { watchPace } from './frame-pace'
import type { LinkBudget } from './thin-edge-program'

/** What is drawn while the picture moves: the less, the slower the graphics are. All of it is back as soon as it rests. */
const steps = [
  { name: 'everything', links: Number.POSITIVE_INFINITY },
  /** Without titles. Of lines of one pixel software graphics draw some hundred in a millisecond. */
  { name: 'strongest links', links: 3000 },
  { name: 'marks only', links: 0 },
] as const
type Step = (typeof steps)[number]

export interface MovingDetailOptions {
  sigma: Sigma
  container: HTMLElement
  budget: LinkBudget
}

/** Whether the pictures are computed by the processor. */
function isSoftware(sigma: Sigma): boolean {
  const gl = sigma.getCanvases().edges?.getContext('webgl2')
  const info = gl?.getExtension('WEBGL_debug_renderer_info')
  return gl && info
    ? /swiftshader|llvmpipe|softpipe|software|basic render/iu.test(String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)))
    : false
}

/** Keeps a moving picture fast: where its frames are slow it has fewer links, first the weak ones, and no titles. */
export function createMovingDetail({ sigma, container, budget }: MovingDetailOptions) {
  let at = 0
  let thin = false

  function lower(to: number): void {
    at = to
    container.dataset.moving = steps[at]?.name
    // Broad lines are drawn all or none.
    sigma.setSettings({ hideLabelsOnMove: at > 0, hideEdgesOnMove: at > 0 && !thin })
  }

  function draw(step: Step): void {
    budget.most = step.links
    // An empty layer too is copied for every picture: that alone takes some 10 ms.
    sigma.getCanvases().labels?.style.setProperty('display', step === steps[0] ? '' : 'none')
  }

  const pace = watchPace({
    onMove: () => draw(steps[at] ?? steps[2]),
    onSlow() {
      if (at < steps.length - 1) lower(at + 1)
      draw(steps[at] ?? steps[2])
    },
    onRest() {
      if (at === 0) return
      draw(steps[0])
      sigma.scheduleRender()
    },
  })
  sigma.getCamera().on('updated', pace.moved)

  return {
    /** Another graph is shown; with thin lines it has very many links. */
    show(isThin: boolean): void {
      thin = isThin
      lower(isThin && at === 0 && isSoftware(sigma) ? 1 : at)
    },
    stop: pace.stop,
  }
}
