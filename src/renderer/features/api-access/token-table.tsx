import type { ApiToken } from '../../../shared/contract/http-api'
import { Button } from '../../ui/button'
import { formatWhen } from '../../ui/format-time'
import { useNow } from '../../ui/use-now'
import { revokeToken } from './http-api-store'
import { endWords, isOver, scopesWords } from './token-words'

/** The tokens, those in force first. */
export function TokenTable({ tokens }: { tokens: readonly ApiToken[] }) {
  const now = useNow(60_000)
  const sorted = [...tokens.filter((token) => !isOver(token, now)), ...tokens.filter((token) => isOver(token, now))]
  return (
    <div className="figures-scroll">
      <table className="figures api-tokens">
        <caption className="sr">Tokens of programs</caption>
        <thead>
          <tr>
            <th scope="col">Program</th>
            <th scope="col">May</th>
            <th scope="col">Last request</th>
            <th scope="col">Ends</th>
            <th scope="col">
              <span className="sr">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((token) => (
            <tr key={token.id} className={isOver(token, now) ? 'over' : ''}>
              <th scope="row" className="wide" dir="auto">
                {token.name}
              </th>
              <td>{scopesWords(token.scopes)}</td>
              <td className="when">{token.lastUsedAt === null ? 'None yet' : formatWhen(token.lastUsedAt, now)}</td>
              <td className="when">{endWords(token, now)}</td>
              <td className="r">
                {!isOver(token, now) && (
                  <Button variant="quiet" aria-label={`Revoke the token of ${token.name}`} onClick={() => void revokeToken(token)}>
                    Revoke
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
