import './key-line.css'
import { useSettings } from '../../base/settings-store'

/** The quiet line at the foot of a page: which keys do what there. Letters and figures only while the person has them switched on. */
export function KeyLine({ keys }: { keys: readonly (readonly [string, string])[] }) {
  const lettersOn = useSettings((state) => state.settings?.singleKeyShortcuts !== false)
  const shown = keys.filter(([key]) => lettersOn || !/^[\p{L}\d](?: [\p{L}\d])*$/u.test(key))
  if (shown.length === 0) return null
  return (
    <p className="key-line" aria-hidden="true">
      {shown.map(([key, word]) => (
        <span key={key}>
          <kbd className="keys">{key}</kbd> {word}
        </span>
      ))}
    </p>
  )
}
