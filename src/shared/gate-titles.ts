import type { GateName } from './entities'

/** The gates as people read them. */
export const gateTitles: Record<GateName, string> = {
  'problem-stated': 'Problem stated',
  'success-criterion': 'Success criterion',
  'scope-bounded': 'Scope bounded',
  'approach-selected': 'Approach selected',
  'open-questions-resolved': 'Open questions resolved',
  'prior-art-reviewed': 'Prior art reviewed',
  'risks-acknowledged': 'Risks acknowledged',
  'first-milestone-identified': 'First milestone identified',
}
