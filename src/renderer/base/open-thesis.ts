import { useNavigation } from './navigation-store'

/** Shows the thesis of an item, in the place of the theses. */
export function openThesis(itemId: string): void {
  const { openPlace, openItem } = useNavigation.getState()
  openPlace('theses')
  openItem(itemId)
}

/** Shows the item itself; from the theses that means its place among all thoughts. */
export function openThought(itemId: string): void {
  const { place, openPlace, openItem } = useNavigation.getState()
  if (place === 'theses' || place === 'briefings' || place === 'reflections' || place === 'review') openPlace('all')
  openItem(itemId)
}
