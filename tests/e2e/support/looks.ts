import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'
import type { RunningCortexa } from './launch'

export type Theme = 'light' | 'dark'

/** Pictures are for people to look at; CORTEXA_PICTURES=none makes a run without them, which is shorter. */
const takesPictures = process.env.CORTEXA_PICTURES !== 'none'

/** Resolves once nothing moves any more that comes to an end by itself, and the page is drawn. Takes a second at the most. */
async function settle(window: Page): Promise<void> {
  await window.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    await document.fonts.ready
    await frame()
    await frame()
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    const ended = Promise.allSettled(ending.map((animation) => animation.finished))
    await Promise.race([ended, new Promise((done) => setTimeout(done, 1000))])
    await frame()
  })
}

/** Changes the colour scheme as the system would, and waits until the page follows. */
export async function setTheme(window: Page, theme: Theme): Promise<void> {
  await window.emulateMedia({ colorScheme: theme })
  await expect(window.locator(`html[data-theme="${theme}"]`)).toBeAttached()
}

/** Gives the window's content a size in pixels and a zoom, and waits until the page has it. */
export async function setSize({ app, window }: RunningCortexa, width: number, height: number, zoom = 1): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, [w, h, z]) => {
      const own = BrowserWindow.getAllWindows().find((each) => !each.webContents.isOffscreen())
      own?.setContentSize(w, h)
      own?.webContents.setZoomFactor(z)
    },
    [width, height, zoom] as const,
  )
  await expect.poll(() => window.evaluate(() => Math.round(innerWidth))).toBe(Math.round(width / zoom))
  await settle(window)
}

/**
 * No serious fault by axe; `where` stands in the message. A colour scheme changes nothing but colours: where a screen was looked at in light,
 * `colours` looks at the contrast of the same screen in dark.
 */
export async function assertAccessible(window: Page, where: string, what: 'all' | 'colours' = 'all'): Promise<void> {
  await settle(window)
  const isLoaded = await window.evaluate(() => 'axe' in globalThis)
  // Electron has no second page to run axe in, so it runs in the window itself, which keeps it.
  const axe = new AxeBuilder({ page: window, ...(isLoaded ? { axeSource: '0' } : {}) }).setLegacyMode(true)
  axe.options({ resultTypes: ['violations'] })
  if (what === 'colours') axe.withRules(['color-contrast'])
  const { violations } = await axe.analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => `${where}: ${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
}

/** Takes a picture of the whole window as it is, for people to look at, at test-results/<area>/<name>.png. */
export function pictureOf(area: string): (window: Page, name: string) => Promise<void> {
  const folder = resolve(__dirname, '../../../test-results', area)
  return async (window, name) => {
    if (!takesPictures) return
    await settle(window)
    // The usual picture of a page ends at its size in CSS pixels, which is half the window at 200 %.
    const screen = await window.context().newCDPSession(window)
    const { data } = await screen.send('Page.captureScreenshot', { format: 'png' })
    await screen.detach()
    const file = `${folder}/${name}.png`
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, Buffer.from(data, 'base64'))
  }
}

/** A picture in each colour scheme, or in one; ends in light. */
export function picturesOf(area: string): (window: Page, name: string, themes?: readonly Theme[]) => Promise<void> {
  const picture = pictureOf(area)
  return async (window, name, themes = ['light', 'dark']) => {
    if (!takesPictures) return
    for (const theme of themes) {
      await setTheme(window, theme)
      await picture(window, `${name}-${theme}`)
    }
    await setTheme(window, 'light')
  }
}

/** A picture in each colour scheme, and no serious fault by axe in either; ends in light. */
export function checkedPicturesOf(area: string): (window: Page, name: string) => Promise<void> {
  const picture = pictureOf(area)
  return async (window, name) => {
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(window, theme)
      await picture(window, `${name}-${theme}`)
      await assertAccessible(window, `${name} ${theme}`, theme === 'dark' ? 'colours' : 'all')
    }
    await setTheme(window, 'light')
  }
}
