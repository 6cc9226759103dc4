import { useEffect } from 'react'
import { Late } from '../../ui/late'
import { PagePane } from '../jobs/page-pane'
import { AboutSection } from './about-section'
import { KeysSection } from './keys-section'
import { LimitsSection } from './limits-section'
import { ModelSection } from './model-section'
import { PassphraseSection } from './passphrase-section'
import { RecoverySection } from './recovery-section'
import { useSettings } from './settings-store'
import { WindowSection } from './window-section'

const sections = [
  ['model', 'Model'],
  ['limits', 'Limits'],
  ['window', 'Window and lock'],
  ['passphrase', 'Passphrase'],
  ['recovery', 'Recovery key'],
  ['keys', 'Keys'],
  ['about', 'About'],
] as const

function SectionList() {
  return (
    <nav className="list" aria-label="Settings">
      <div className="head">
        <h2>Settings</h2>
      </div>
      <div className="side-scroll">
        {sections.map(([id, name]) => (
          <button
            key={id}
            type="button"
            className="place"
            onClick={() => {
              const section = document.getElementById(`settings-${id}`)
              section?.scrollIntoView({ block: 'start' })
              section?.querySelector('h2')?.focus({ preventScroll: true })
            }}
          >
            <span className="place-name">{name}</span>
          </button>
        ))}
      </div>
    </nav>
  )
}

export function SettingsPlace() {
  const settings = useSettings((state) => state.settings)
  useEffect(() => void useSettings.getState().load(), [])
  return (
    <>
      <SectionList />
      <PagePane label="Settings" crumb="Settings">
        {settings ? (
          <div className="settings">
            <h1>Settings</h1>
            <ModelSection settings={settings} />
            <LimitsSection settings={settings} />
            <WindowSection settings={settings} />
            <PassphraseSection />
            <RecoverySection />
            <KeysSection settings={settings} />
            <AboutSection />
          </div>
        ) : (
          <Late>Opening the settings…</Late>
        )}
      </PagePane>
    </>
  )
}
