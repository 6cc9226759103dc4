import type { NearTags } from '../../../shared/contract/tags'
import { Button } from '../../ui/button'
import { keepApart, renameTag, thoughts } from './tag-acts'
import { useTags } from './tags-store'

const reasons: Record<NearTags['reason'], string> = {
  joining: 'The same letters, joined in another way',
  accents: 'The same letters with other accents',
  plural: 'One is the plural of the other',
  article: 'The same word, once with its article',
  spelling: 'One letter apart',
}

function Pair({ pair }: { pair: NearTags }) {
  const { keep, other } = pair
  return (
    <li className="near">
      <div>
        <p className="near-names">
          <bdi>#{other.name}</bdi> <span className="num">{thoughts(other.count)}</span>
          <span aria-hidden="true"> · </span>
          <span className="sr">and</span>
          <bdi>#{keep.name}</bdi> <span className="num">{thoughts(keep.count)}</span>
        </p>
        <p className="hint">{reasons[pair.reason]}</p>
      </div>
      <div className="acts">
        <Button onClick={() => void renameTag(other.name, keep.name, true)}>
          Merge into <bdi className="near-into">#{keep.name}</bdi>
        </Button>
        <Button variant="quiet" aria-label={`Keep apart: #${other.name} and #${keep.name}`} onClick={() => void keepApart(pair)}>
          Keep apart
        </Button>
      </div>
    </li>
  )
}

/** Tags that may be one, each pair to be merged or kept apart. */
export function NearSection() {
  const near = useTags((state) => state.near)
  if (near === undefined) return null
  return (
    <section className="sec" aria-labelledby="near-title">
      <h2 id="near-title">Perhaps the same</h2>
      {near.length === 0 ? (
        <p className="hint">
          No two tags look like one. Pairs that differ in a hyphen, an accent, a plural or one letter are offered here.
        </p>
      ) : (
        <ul className="nears">
          {near.map((pair) => (
            <Pair key={`${pair.other.name}\n${pair.keep.name}`} pair={pair} />
          ))}
        </ul>
      )}
    </section>
  )
}
