/** Titles longer than this are set smaller on the page (look: "titles over 80 characters"). */
export const LONG_TITLE = 80

/** The class of a page title. */
export function titleClass(title: string): string {
  return title.length > LONG_TITLE ? 'title long' : 'title'
}

/** The words for an item without any. */
export function titleOrUntitled(title: string): string {
  return title.trim() === '' ? 'Untitled thought' : title
}
