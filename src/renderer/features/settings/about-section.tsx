import { Section } from '../../ui/section'
import { useVault } from '../vault/vault-store'

export function AboutSection() {
  const status = useVault((state) => state.status)
  if (!status) return null
  const { runtime } = status
  return (
    <Section id="about" title="About">
      <p>
        Cortexa {status.appVersion}, on {runtime.name} {runtime.version}
        {runtime.fallback ? ', the fallback runtime: right for a first look, not for daily use with web content' : ''}.
      </p>
      <p className="where">The vault’s folder: {status.dataDir}</p>
    </Section>
  )
}
