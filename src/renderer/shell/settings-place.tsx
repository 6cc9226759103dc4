import { useEffect } from 'react'
import { showSection, useWantedSection } from '../base/open-section'
import { PagePane } from '../base/page-pane'
import { useSettings } from '../base/settings-store'
import { ProgramsSection } from '../features/api-access/programs-section'
import { RolesSection } from '../features/models/roles-section'
import { ServersSection } from '../features/models/servers-section'
import { NetworkSection } from '../features/network/network-section'
import { SearchEngineSection } from '../features/network/search-engine-section'
import { AboutSection } from '../features/settings/about-section'
import { BriefingsSection } from '../features/settings/briefings-section'
import { CeilingsSection } from '../features/settings/ceilings-section'
import { KeysSection } from '../features/settings/keys-section'
import { LimitsSection } from '../features/settings/limits-section'
import { ModelSection } from '../features/settings/model-section'
import { PassphraseSection } from '../features/settings/passphrase-section'
import { PricesSection } from '../features/settings/prices-section'
import { RecoverySection } from '../features/settings/recovery-section'
import { UsageSection } from '../features/settings/usage-section'
import { followUsage, useUsage } from '../features/settings/usage-store'
import { WindowSection } from '../features/settings/window-section'
import { TelegramSection } from '../features/telegram/telegram-section'
import { Late } from '../ui/late'
import '../features/settings/figures.css'
import '../features/models/roles.css'
import '../features/models/servers.css'
import '../features/network/network.css'
import '../features/settings/usage-chart.css'

const sections = [
  ['model', 'Model'],
  ['servers', 'Model servers'],
  ['roles', 'Who does what'],
  ['search-engine', 'Web search'],
  ['network', 'Network'],
  ['usage', 'Usage'],
  ['ceilings', 'Ceilings'],
  ['prices', 'Prices'],
  ['limits', 'Limits'],
  ['briefings', 'Briefings'],
  ['telegram', 'Telegram'],
  ['programs', 'Programs'],
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
          <button key={id} type="button" className="place" onClick={() => showSection(id)}>
            <span className="place-name">{name}</span>
          </button>
        ))}
      </div>
    </nav>
  )
}

export function SettingsPlace() {
  const settings = useSettings((state) => state.settings)
  const wanted = useWantedSection((state) => state.wanted)
  // What stands above a section must have its height before the page scrolls there.
  const ready = useUsage((state) => state.report !== undefined || state.problem !== undefined) && settings !== undefined
  useEffect(() => void useSettings.getState().load(), [])
  useEffect(followUsage, [])
  useEffect(() => {
    if (!ready || wanted === undefined) return
    showSection(wanted)
    useWantedSection.setState({ wanted: undefined })
  }, [ready, wanted])
  return (
    <>
      <SectionList />
      <PagePane label="Settings" crumb="Settings">
        {settings ? (
          <div className="settings">
            <h1>Settings</h1>
            <ModelSection settings={settings} />
            <ServersSection settings={settings} />
            <RolesSection settings={settings} />
            <SearchEngineSection />
            <NetworkSection settings={settings} />
            <UsageSection settings={settings} />
            <CeilingsSection settings={settings} />
            <PricesSection settings={settings} />
            <LimitsSection settings={settings} />
            <BriefingsSection settings={settings} />
            <TelegramSection />
            <ProgramsSection />
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
