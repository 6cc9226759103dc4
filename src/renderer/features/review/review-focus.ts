import { isTyping } from '../../ui/keys'

/** What has the keys in the review: its list, or the calm page where nothing is left. */
const home = () => document.querySelector<HTMLElement>('.review-rows') ?? document.querySelector<HTMLElement>('.review-calm')

/** Where the focus falls by itself when the list or the page that had it gave way. */
const fallen = 'section.list h2, main.page h1, .review-calm'

/** Gives the keys to the list, or the calm page, whatever had them before. Not while something is being typed. */
export function keepInReview(): void {
  // Stores act without a page in tests.
  if (typeof document === 'undefined') return
  setTimeout(() => {
    if (!isTyping(document.activeElement)) home()?.focus({ preventScroll: true })
  })
}

/** As the list came or went: only where nothing else was given the keys. */
export function keepInReviewIfLost(): void {
  setTimeout(() => {
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body || activeElement.matches(fallen)) home()?.focus({ preventScroll: true })
  })
}
