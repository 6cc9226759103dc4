import { parseHTML } from 'linkedom'
import { type ComponentType, createElement, type ReactNode } from 'react'
import { vi } from 'vitest'

export interface PageDom {
  /** Shows the node, and waits for what it does after that. */
  render(node: ReactNode): Promise<void>
  text(): string
  /** Presses the button with this name. */
  press(name: string): Promise<void>
  faults: string[]
  copied: string[]
  close(): Promise<void>
}

/** A page without a browser, for components that need React's own rules of errors and states, not a layout. */
export async function createPageDom(): Promise<PageDom> {
  const faults: string[] = []
  const copied: string[] = []
  const page = parseHTML('<!doctype html><html><body><div id="root"></div></body></html>')
  const platform = {
    reportFault: async (kind: string) => void faults.push(kind),
    copyText: async (text: string) => copied.push(text) > 0,
  }
  const window = page.window as unknown as Window & Record<string, unknown>
  Object.assign(window, { platform, vault: { invoke: async () => ({ ok: true, data: {} }), subscribe: () => () => undefined } })
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', page.document)
  vi.stubGlobal('HTMLElement', page.HTMLElement)
  vi.stubGlobal('HTMLIFrameElement', class {})
  vi.stubGlobal('Node', page.Node)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const { act } = await import('react')
  const { createRoot } = await import('react-dom/client')
  const { faultHooks } = await import('../../../src/renderer/ui/fault-report')
  const host = page.document.querySelector('#root')
  if (host === null) throw new Error('The page has no root.')
  const root = createRoot(host as unknown as Element, faultHooks)
  return {
    faults,
    copied,
    render: (node) => act(async () => root.render(node)),
    text: () => host.textContent ?? '',
    press: (name) =>
      act(async () => {
        const button = [...host.querySelectorAll('button')].find((one) => one.textContent === name)
        if (button === undefined) throw new Error(`There is no button "${name}" in: ${host.textContent}`)
        button.dispatchEvent(new page.Event('click', { bubbles: true, cancelable: true }))
      }),
    close: () => act(async () => root.unmount()),
  }
}

/** A component that throws an error with a person's words in it while `broken.now` is true. */
export function createBreakable(words: string): { Breakable: ComponentType; broken: { now: boolean } } {
  const broken = { now: true }
  function Breakable() {
    if (broken.now) throw new TypeError(`Cannot read "${words}"`)
    return createElement('p', null, 'It works.')
  }
  return { Breakable, broken }
}
