import type { Settings } from '../../shared/contract/settings'

export type Theme = Settings['theme']
const KEY = 'theme'
const dark = () => window.matchMedia('(prefers-color-scheme: dark)')
let chosen: Theme = 'system'

/** The theme to show for a choice. */
export function resolveTheme(theme: Theme, systemIsDark: boolean): 'light' | 'dark' {
  return theme === 'system' ? (systemIsDark ? 'dark' : 'light') : theme
}

function show(): void {
  document.documentElement.dataset.theme = resolveTheme(chosen, dark().matches)
}

/** Shows a theme now, and at the next start already before the vault is open. The choice itself says nothing about a person's content. */
export function applyTheme(theme: Theme): void {
  chosen = theme
  show()
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Without storage the locked screen follows the system, which is right often enough.
  }
}

/** Sets the theme before the first paint and follows the system from then on. */
export function startTheme(): void {
  try {
    const kept = localStorage.getItem(KEY)
    if (kept === 'light' || kept === 'dark') chosen = kept
  } catch {
    // As above.
  }
  show()
  dark().addEventListener('change', show)
}
