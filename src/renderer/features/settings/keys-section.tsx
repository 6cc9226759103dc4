import type { Settings } from '../../../shared/contract/settings'
import { changeSettings } from '../../base/change'
import { Switch } from '../../ui/choice'
import { keyHint } from '../../ui/keys'
import { Section } from '../../ui/section'

const always: [string, string][] = [
  ['Search thoughts or run a command', 'Ctrl K'],
  ['New thought', 'Ctrl N'],
  ['Graph', 'Ctrl G'],
  ['Lock the vault', 'Ctrl L'],
  ['Keep or save what you are writing', 'Ctrl Enter'],
  ['Take back the last act, while it is offered', 'Ctrl Z'],
  ['Move in a list', '↑ ↓ Home End'],
  ['Open what is chosen', 'Enter'],
  ['Move a thought to the trash', 'Delete'],
  ['Close, or stop Deep Think', 'Esc'],
]
const single: [string, string][] = [
  ['Deep Think', 'D'],
  ['Brief', 'B'],
  ['Edit', 'E'],
  ['Pin or unpin', 'P'],
  ['Summarise', 'S'],
  ['Still true', 'V'],
  ['History', 'H'],
  ['Show the graph around a thought', 'G'],
  ['Share with a peer', 'T'],
]

function Rows({ rows }: { rows: readonly [string, string][] }) {
  return rows.map(([name, keys]) => (
    <tr key={name}>
      <td>{name}</td>
      <td>
        <kbd>{keyHint(keys)}</kbd>
      </td>
    </tr>
  ))
}

export function KeysSection({ settings }: { settings: Settings }) {
  return (
    <Section id="keys" title="Keys">
      <table className="shortcut-list">
        <tbody>
          <Rows rows={always} />
          {settings.singleKeyShortcuts && <Rows rows={single} />}
        </tbody>
      </table>
      <Switch
        name="Single-letter keys"
        checked={settings.singleKeyShortcuts}
        onChange={(singleKeyShortcuts) => void changeSettings({ singleKeyShortcuts })}
      >
        They act on the open thought, never while you type. Off: letters in a list go to the title that begins with them.
      </Switch>
    </Section>
  )
}
