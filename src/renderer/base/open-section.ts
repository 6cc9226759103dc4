import { create } from 'zustand'
import { useNavigation } from './navigation-store'

/** The section to show once the settings are on the page. */
export const useWantedSection = create<{ wanted: string | undefined }>(() => ({ wanted: undefined }))

/** Opens Settings at one section, from anywhere in the window. */
export function openSettings(section: string): void {
  useWantedSection.setState({ wanted: section })
  useNavigation.getState().openPlace('settings')
}

/** Scrolls to a section that is on the page and gives its heading the focus. */
export function showSection(id: string): void {
  const section = document.getElementById(`settings-${id}`)
  section?.scrollIntoView({ block: 'start' })
  section?.querySelector('h2')?.focus({ preventScroll: true })
}
