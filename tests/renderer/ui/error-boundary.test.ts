import { type ComponentType, createElement as h, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBreakable, createPageDom, type PageDom } from '../support/page-dom'

const secret = 'my secret thought'

function within<P extends object>(
  boundary: ComponentType<P>,
  props: Omit<P, 'children'> & { key?: string },
  children: ReactNode,
): ReactNode {
  return h(boundary, Object.assign({}, props, { children }) as unknown as P)
}

describe('a component that throws', () => {
  let page: PageDom
  beforeEach(async () => {
    page = await createPageDom()
  })
  afterEach(async () => {
    const { useNavigation } = await import('../../../src/renderer/base/navigation-store')
    await page.close()
    useNavigation.setState(useNavigation.getInitialState())
  })

  const parts = () => import('../../../src/renderer/base/part-boundary')

  it('leaves the other panes, says what happened, and recovers', async () => {
    const { PaneBoundary } = await parts()
    const { Breakable, broken } = createBreakable(secret)
    await page.render([
      within(PaneBoundary, { key: 'list', frame: 'list' }, h('p', null, 'The list.')),
      within(PaneBoundary, { key: 'page', frame: 'page' }, h(Breakable)),
    ])
    expect(page.text()).toContain('The list.')
    expect(page.text()).toContain('This part of the window ran into a fault.Your thoughts are safe.')
    await page.press('Try again')
    expect(page.text()).toContain('ran into a fault')
    broken.now = false
    await page.press('Try again')
    expect(page.text()).toBe('The list.It works.')
  })

  it('is logged by its kind, and copied without what a person wrote', async () => {
    const { PaneBoundary } = await parts()
    const { Breakable } = createBreakable(secret)
    await page.render(within(PaneBoundary, { frame: 'page' }, h(Breakable)))
    expect(page.faults).toEqual(['TypeError'])
    await page.press('Copy details')
    expect(page.copied.join()).toMatch(/^TypeError\n.*Breakable/)
    expect(page.copied.join()).not.toContain(secret)
  })

  it('is tried again when the person goes elsewhere', async () => {
    const { PaneBoundary, ContentBoundary } = await parts()
    const { useNavigation } = await import('../../../src/renderer/base/navigation-store')
    const { act } = await import('react')
    for (const around of [PaneBoundary, ContentBoundary]) {
      const { Breakable, broken } = createBreakable(secret)
      await page.render(within(around as ComponentType<{ frame: 'page'; children: ReactNode }>, { frame: 'page' }, h(Breakable)))
      expect(page.text()).toContain('ran into a fault')
      broken.now = false
      await act(async () => useNavigation.getState().selectItem(around.name))
      expect(page.text()).toBe('It works.')
    }
  })

  it('leaves the window while a message in passing fails, and shows the next one', async () => {
    const { QuietBoundary } = await parts()
    const { Breakable, broken } = createBreakable(secret)
    const shown = (resetKey: number) => [
      h('p', { key: 'rest' }, 'The rest.'),
      within(QuietBoundary, { key: 'toast', resetKey }, h(Breakable)),
    ]
    await page.render(shown(1))
    expect(page.text()).toBe('The rest.')
    broken.now = false
    await page.render(shown(2))
    expect(page.text()).toBe('The rest.It works.')
  })

  it('at the top gives a way to load the window again', async () => {
    const { ErrorBoundary } = await import('../../../src/renderer/ui/error-boundary')
    const { WindowFault } = await import('../../../src/renderer/ui/fault-panel')
    const { Breakable } = createBreakable(secret)
    await page.render(within(ErrorBoundary, { fallback: (fault) => h(WindowFault, { fault }) }, h(Breakable)))
    expect(page.text()).toContain('Your thoughts are safe. Reload the window to go on.')
    expect(page.text()).not.toContain(secret)
  })
})
