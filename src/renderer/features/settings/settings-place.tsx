import { useEffect } from 'react'
import { Late } from '../../ui/late'
import { ProgramsSection } from '../http-api/programs-section'
import { PagePane } from '../jobs/page-pane'
import { RolesSection } from '../models/roles-section'
import { ServersSection } from '../models/servers-section'
import { NetworkSection } from '../network/network-section'
import { SearchEngineSection } from '../network/search-engine-section'
import { TelegramSection } from '../telegram/telegram-section'
import { AboutSection } from './about-section'
import { BriefingsSection } from './briefings-section'
import { CeilingsSection } from './ceilings-section'
import { KeysSection } from './keys-section'
import { LimitsSection } from './limits-section'
import { ModelSection } from './model-section'
import { showSection, useWantedSection } from './open-section'
import { PassphraseSection } from './passphrase-section'
import { PricesSection } from './prices-section'
import { RecoverySection } from './recovery-section'
import { useSettings } from './settings-store'
import { UsageSection } from './usage-section'
import { followUsage, useUsage } from './usage-store'
import { WindowSection } from './window-section'
import './figures.css'
import '../models/roles.css'
import '../models/servers.css'
import '../network/network.css'
import './usage-chart.css'

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
