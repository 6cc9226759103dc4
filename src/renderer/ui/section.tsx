import type { ReactNode } from 'react'

/** One section of the settings with its anchor; the heading can take the focus, so that a jump to it is heard. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="sec" id={`settings-${id}`} aria-labelledby={`settings-${id}-title`}>
      <h2 id={`settings-${id}-title`} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}
