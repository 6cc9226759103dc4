import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon'
import { Mark } from '../../ui/mark'

export function Wordmark() {
  return (
    <p className="wordmark">
      <Mark />
      Cortexa
    </p>
  )
}

const steps = ['Passphrase', 'Recovery key', 'First thought'] as const

/** The steps of the first run; `at` is the one in hand. */
export function Steps({ at }: { at: number }) {
  return (
    <ol className="steps">
      {steps.map((name, index) => (
        <li key={name} className={index < at ? 'done' : ''} aria-current={index === at ? 'step' : undefined}>
          {name}
        </li>
      ))}
    </ol>
  )
}

/** The frame of every screen before the vault is open. */
export function GateScreen({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <div className="alone">
      <div className="drag" />
      <main className={wide ? 'w' : ''}>{children}</main>
      <footer>
        <span className="local">
          <Icon of={ShieldCheck} />
          On this computer · nothing leaves
        </span>
      </footer>
    </div>
  )
}
