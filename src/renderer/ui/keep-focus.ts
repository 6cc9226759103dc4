/** Windows over the page: what has the focus in them is not the place to come back to. */
const passing = 'dialog, .toaster'
const rows = '[role="listbox"][tabindex="0"], [role="grid"][tabindex="0"], [role="tree"][tabindex="0"]'
/** After the effects and timers by which a feature gives the focus away itself. */
const SETTLE_MS = 30

let last: Element | undefined
/** What last had the focus on the page itself, and everything around it, innermost first. */
let trail: Element[] = []
/** The focus waits on one element for a better one that is still being read. */
let waiting: { on: Element; find: () => HTMLElement | null | undefined } | undefined

const isFree = () => document.activeElement === null || document.activeElement === document.body
const isUsable = (element: Element) => element.isConnected && element.getClientRects().length > 0 && !element.matches(':disabled')

function give(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1')
  element.focus({ preventScroll: true })
}

/** Gives the focus to what `find` finds, now or as soon as it is there; until then `instead` has it. */
function giveWhenThere(find: () => HTMLElement | null | undefined, instead: HTMLElement | null | undefined): void {
  const element = find() ?? instead
  if (!element) return
  give(element)
  if (element === instead) waiting = { on: instead, find }
}

const pageHeading = () => document.querySelector<HTMLElement>('main.page h1')
const listRows = () => document.querySelector<HTMLElement>(`.win section.list :is(${rows})`)

/** Once the act has drawn. Stores act without a page in tests. */
function settle(act: () => void): void {
  if (typeof document !== 'undefined') setTimeout(act, SETTLE_MS)
}

function toPage(): void {
  giveWhenThere(pageHeading, document.querySelector<HTMLElement>('main.page .scroll') ?? listRows())
}

/** Gives the focus to the heading of the page that an act has just opened, once it is there. For acts after which the old control is still in the window. */
export function focusPage(): void {
  settle(toPage)
}

/** Gives the focus to the rows of the list that an act has just opened, once they are there; until then to the control in its head. */
export function focusList(): void {
  settle(() => giveWhenThere(listRows, document.querySelector<HTMLElement>('.win section.list :is(h2 button, h2)')))
}

/** A control marked to follow the vanished one, of this part of the page itself and not of a part within it. */
function marked(part: Element): HTMLElement | undefined {
  const all = [...part.querySelectorAll<HTMLElement>('[data-takes-focus]')]
  return all.find((element) => element.closest('section, main') === part)
}

/** What takes the place of the vanished control in what is left around it; undefined when that is all of the page. */
function placeAfter(): HTMLElement | undefined {
  const [former] = trail
  if (former instanceof HTMLElement && isUsable(former)) return former
  for (const part of trail) {
    if (!part.isConnected || !part.matches('section, main')) continue
    const own = part.matches('main') ? null : (part.querySelector<HTMLElement>(rows) ?? part.querySelector<HTMLElement>('h2, h3'))
    const next = marked(part) ?? own
    if (next) return next
  }
  return undefined
}

function recover(): void {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
  if (dialog) {
    const next = dialog.querySelector<HTMLElement>('h2, button')
    if (next) give(next)
    return
  }
  // At the gate of the vault each screen takes the focus itself.
  if (!document.querySelector('.win')) return
  const next = placeAfter()
  if (next) give(next)
  else toPage()
}

let isPlanned = false
function plan(): void {
  if (isPlanned) return
  isPlanned = true
  setTimeout(() => {
    isPlanned = false
    if (!last || !isFree()) return
    // A press beside all controls: the person put the focus away.
    if (isUsable(last)) last = undefined
    else recover()
  }, SETTLE_MS)
}

/**
 * Keeps the keyboard where the person works: when the control with the focus vanishes (its run ended, its row was deleted, its page gave
 * way), the focus would fall to the document, where arrows and Esc do nothing. It then goes to a control of the same part of the page that is
 * marked by `data-takes-focus`, else to the rows or the heading of that part, else to the heading of the page. Once per window.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    last = target
    if (waiting && waiting.on !== target) waiting = undefined
    if (target.closest(passing)) return
    trail = []
    for (let around: Element | null = target; around; around = around.parentElement) trail.push(around)
  })
  document.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget === null) plan()
  })
  new MutationObserver(() => {
    if (last && !last.isConnected && isFree()) plan()
    if (!waiting) return
    const { on, find } = waiting
    const element = document.activeElement === on ? find() : undefined
    if (element) {
      waiting = undefined
      give(element)
    } else if (!on.isConnected) waiting = undefined
  }).observe(document.body, { childList: true, subtree: true })
}
