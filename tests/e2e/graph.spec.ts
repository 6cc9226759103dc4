import { join, resolve } from 'node:path'
import { expect, type Page, test } from 'playwright/test'
import { makeLinkedVault } from '../support/linked-vault'
import { launchCortexa, makeFolder, removeFolders } from './support/launch'
import { assertAccessible, picturesOf } from './support/looks'
import { makeVault } from './support/made-vault'
import { call, lock, openPlace, PASSPHRASE, unlock } from './support/person'

test.afterAll(removeFolders)

const look = picturesOf('graph')

const workerDir = resolve(__dirname, '../../out/main')
const drawing = (window: Page) => window.locator('.graph-drawing')

/** So long is counted: it is printed, for people to compare. */
const COUNTED_MS = 1500

/** Frames a second, and the longest wait between two, while something is done. */
async function framesWhile(window: Page, act: (until: number) => Promise<void>): Promise<{ perSecond: number; longestMs: number }> {
  const counting = window.evaluate(
    (countedMs) =>
      new Promise<{ perSecond: number; longestMs: number }>((done) => {
        const start = performance.now()
        let last = start
        let frames = 0
        let longestMs = 0
        const frame = (at: number) => {
          frames += 1
          longestMs = Math.max(longestMs, at - last)
          last = at
          if (at - start < countedMs) requestAnimationFrame(frame)
          else done({ perSecond: (frames * 1000) / (at - start), longestMs })
        }
        requestAnimationFrame(frame)
      }),
    COUNTED_MS,
  )
  await act(Date.now() + COUNTED_MS)
  return counting
}

async function settled(window: Page): Promise<void> {
  await expect(window.locator('.graph-doing')).toHaveText('', { timeout: 120_000 })
}

test('5,000 thoughts with 20,000 links are drawn, moved, filtered and opened', async () => {
  test.setTimeout(400_000)
  const dataDir = join(makeFolder('graph'), 'vault')
  await makeLinkedVault({ dataDir, workerDir, passphrase: PASSPHRASE, items: 5000, links: 20_000 })
  const { app, window, close } = await launchCortexa({ dataDir })
  const faults: string[] = []
  window.on('pageerror', (error) => faults.push(error.message))
  window.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  try {
    await window.setViewportSize({ width: 1360, height: 860 })
    await unlock(window)
    const webGl = await window.evaluate(() => {
      const gl = document.createElement('canvas').getContext('webgl2')
      const info = gl?.getExtension('WEBGL_debug_renderer_info')
      return gl && info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : null
    })
    process.stdout.write(`WebGL: ${webGl ?? 'none'}\n`)
    // What an open vault does for itself at its start is not what is measured here.
    let waiting = -1
    await expect
      .poll(
        async () => {
          const before = waiting
          waiting = (await call<{ counts: { pending: number } }>(window, 'list-jobs', { limit: 1 })).counts.pending
          return waiting === before
        },
        { intervals: [2000], timeout: 60_000 },
      )
      .toBe(true)
    const opened = Date.now()
    await openPlace(window, 'Graph')
    await expect(window.getByText(/^5,000 thoughts, /)).toBeVisible({ timeout: 30_000 })
    await expect(drawing(window).locator('canvas').first()).toBeVisible({ timeout: 30_000 })
    process.stdout.write(`first picture after ${Date.now() - opened} ms\n`)
    const arranging = await framesWhile(window, async () => {})
    process.stdout.write(
      `while it is arranged: ${arranging.perSecond.toFixed(1)} frames/s, longest wait ${arranging.longestMs.toFixed(0)} ms\n`,
    )
    await settled(window)
    /** What each process took of one core since it was asked last, in percent: on a busy computer that says more than the frames. */
    const load = () =>
      app.evaluate(({ app: electron }) =>
        electron
          .getAppMetrics()
          .map(({ type, cpu }) => `${type} ${Math.round(cpu.percentCPUUsage)} %`)
          .join(', '),
      )
    process.stdout.write(`settled after ${Date.now() - opened} ms\n`)
    await look(window, 'whole')

    const box = await drawing(window).boundingBox()
    if (!box) throw new Error('no drawing')
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await load()
    const moving = async () => (await drawing(window).getAttribute('data-moving')) ?? 'everything'
    const panning = await framesWhile(window, async (until) => {
      await window.mouse.move(middle.x, middle.y)
      await window.mouse.down()
      for (let step = 0; Date.now() < until; step++)
        await window.mouse.move(middle.x + 120 * Math.sin(step / 9), middle.y + 90 * Math.cos(step / 7))
      await window.mouse.up()
    })
    process.stdout.write(
      `panning: ${panning.perSecond.toFixed(1)} frames/s, longest wait ${panning.longestMs.toFixed(0)} ms; ${await load()}; moving: ${await moving()}\n`,
    )
    await window.keyboard.press('0')
    const zooming = await framesWhile(window, async (until) => {
      for (let step = 0; Date.now() < until; step++) {
        await window.mouse.wheel(0, step % 40 < 20 ? -60 : 60)
        await window.waitForTimeout(16)
      }
    })
    process.stdout.write(
      `zooming: ${zooming.perSecond.toFixed(1)} frames/s, longest wait ${zooming.longestMs.toFixed(0)} ms; ${await load()}; moving: ${await moving()}\n`,
    )
    await window.waitForTimeout(1000)
    process.stdout.write(`at rest: ${await load()}\n`)

    // By keyboard: find, see, go on with the arrow keys, open, and back to the same picture.
    await window.keyboard.press('0')
    await window.getByRole('searchbox', { name: 'Find in the graph' }).fill('bread reward')
    await window.keyboard.press('Enter')
    await window.waitForTimeout(500)
    await look(window, 'found')
    await window.keyboard.press('ArrowDown')
    const tree = window.getByRole('tree', { name: /Thoughts/ })
    await expect(tree).toBeFocused()
    await window.keyboard.press('ArrowRight')
    await expect(tree.getByRole('treeitem', { expanded: true })).toBeVisible()
    await window.keyboard.press('ArrowRight')
    await look(window, 'list-opened')
    await window.keyboard.press('Enter')
    await expect(window.getByRole('main', { name: 'Thought' })).toBeVisible()
    await look(window, 'item')
    await window.keyboard.press('Escape')
    await expect(drawing(window)).toBeVisible()
    await settled(window)
    await window.getByRole('searchbox', { name: 'Find in the graph' }).fill('')

    // Filters narrow both the list and the picture.
    await window.getByRole('main', { name: 'Graph' }).getByRole('button', { name: 'Tags' }).click()
    await window.getByRole('checkbox', { name: /#kitchen/ }).check()
    await expect(window.getByText(/^5,000 thoughts/)).toBeHidden()
    await look(window, 'filter-panel')
    await window.keyboard.press('Escape')
    await window.getByRole('button', { name: 'Linked only' }).click()
    await window.getByRole('slider', { name: 'Captured from' }).fill('300')
    await window.getByRole('button', { name: /Colours/ }).click()
    await window.getByRole('menuitemcheckbox', { name: 'Colours by tag' }).click()
    await settled(window)
    await look(window, 'filtered')
    await window.getByRole('button', { name: 'Clear filters' }).click()
    await expect(window.getByText(/^5,000 thoughts/)).toBeVisible()
    await settled(window)

    // The pointer: a card, and a click opens.
    await window.keyboard.press('0')
    await window.waitForTimeout(400)
    for (let at = 0; at < 400 && !(await window.locator('.graph-card').isVisible()); at++)
      await window.mouse.move(middle.x - 150 + (at % 20) * 15, middle.y - 100 + Math.floor(at / 20) * 10)
    await expect(window.locator('.graph-card')).toBeVisible()
    await window.waitForTimeout(300)
    const title = await window.locator('.graph-card .row-t').textContent()
    await look(window, 'hover')
    await window.mouse.down()
    await window.mouse.up()
    await expect(window.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible()

    // Around this thought.
    await window.keyboard.press('g')
    await expect(window.getByRole('button', { name: '1 step' })).toHaveAttribute('aria-pressed', 'true')
    await settled(window)
    await window.waitForTimeout(300)
    await look(window, 'around')
    await window.getByRole('button', { name: '2 steps' }).click()
    await settled(window)
    await look(window, 'around-2')
    await window.setViewportSize({ width: 900, height: 600 })
    await window.waitForTimeout(300)
    await look(window, 'small')
    await window.setViewportSize({ width: 680, height: 600 })
    await window.waitForTimeout(300)
    await look(window, 'narrow')
    expect(faults).toEqual([])
    await window.setViewportSize({ width: 1360, height: 860 })
    await lock(window)
  } finally {
    await close()
  }
})

test('a young vault says how links come, and a link that is made appears without moving the rest', async () => {
  test.setTimeout(120_000)
  const { window, close } = await launchCortexa({ dataDir: await makeVault() })
  try {
    await unlock(window)
    await call(window, 'pause-queue', {})
    const ids: string[] = []
    for (const body of ['Salt the rice water', 'Bread fails at the joints', 'Tides'])
      ids.push((await call<{ id: string }>(window, 'capture-item', { body })).id)
    await window.keyboard.press('Control+g')
    await expect(window.getByRole('heading', { name: 'No links yet' })).toBeVisible()
    await look(window, 'empty')
    await call(window, 'add-link', { fromId: ids[0], toId: ids[1] })
    await expect(drawing(window)).toBeVisible({ timeout: 10_000 })
    await expect(window.getByText('3 thoughts, 1 link')).toBeVisible()
    await settled(window)
    await look(window, 'three')
    await assertAccessible(window, 'graph')
    await call(window, 'add-link', { fromId: ids[1], toId: ids[2] })
    await expect(window.getByText('3 thoughts, 2 links')).toBeVisible({ timeout: 10_000 })
    await call(window, 'delete-item', { id: ids[2] })
    await expect(window.getByText('2 thoughts, 1 link')).toBeVisible({ timeout: 10_000 })
    await expect(window.getByRole('treeitem', { name: /Tides/ })).toBeHidden()
  } finally {
    await close()
  }
})
