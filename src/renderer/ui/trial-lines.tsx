import { Check, X } from 'lucide-react'
import { Icon } from './icon'

/** What a trial has shown, one sentence a line, or why it could not be made. */
export function TrialLines({
  lines,
  problem,
}: {
  lines: readonly { ok: boolean; text: string }[] | undefined
  problem?: string | undefined
}) {
  return (
    <div role="status">
      {lines && (
        <ul className="test-lines">
          {lines.map((line) => (
            <li key={line.text} className={line.ok ? '' : 'bad'}>
              <Icon of={line.ok ? Check : X} />
              <span>
                <span className="sr">{line.ok ? 'Works: ' : 'Does not work: '}</span>
                {line.text}
              </span>
            </li>
          ))}
        </ul>
      )}
      {problem !== undefined && <p className="hint err">{problem}</p>}
    </div>
  )
}
