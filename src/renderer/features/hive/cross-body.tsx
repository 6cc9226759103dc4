import './cross.css'
import { useEffect, useState } from 'react'
import type { CrossPoint, CrossSide, CrossSynthesis } from '../../../shared/hive-texts'
import { client } from '../../base/client'
import { useNavigation } from '../../base/navigation-store'
import { engineSentence } from '../../base/thesis-view'
import { guessLanguage } from '../../ui/person-text'
import { LinkedMarkdown } from '../links/linked-body'

function Side({ who, side }: { who: string; side: CrossSide }) {
  const { itemId } = side
  return (
    <div className="cross-side">
      <h3>
        <bdi>{who}</bdi>
      </h3>
      <p className="cross-core" dir="auto" lang={guessLanguage(side.core)}>
        {side.core}
      </p>
      {itemId === null ? (
        <p className="cross-from">
          <bdi>{side.title}</bdi>, deleted since
        </p>
      ) : (
        <button type="button" className="link cross-from" onClick={() => useNavigation.getState().openItem(itemId)}>
          <bdi>{side.title}</bdi>
        </button>
      )}
    </div>
  )
}

function Said({ who, numbers, side }: { who: string; numbers: readonly number[]; side: CrossSide }) {
  const points = numbers.flatMap((n) => side.points[n - 1] ?? [])
  return (
    <div className="cross-said">
      {points.length > 0 && (
        <span className="cross-who">
          <bdi>{who}</bdi>
        </span>
      )}
      {points.map((text) => (
        <p key={text} dir="auto" lang={guessLanguage(text)}>
          {text}
        </p>
      ))}
    </div>
  )
}

function Findings({ heading, none, points, of }: { heading: string; none: string; points: readonly CrossPoint[]; of: CrossSynthesis }) {
  return (
    <section className="sec" aria-label={heading}>
      <h2>
        {heading} {points.length > 0 && <span className="num">{points.length}</span>}
      </h2>
      {points.length === 0 ? (
        <p className="hint">{none}</p>
      ) : (
        <ul className="cross-list">
          {points.map((point, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was found never moves
            <li key={index}>
              <p className="cross-text" dir="auto">
                {point.text}
              </p>
              <div className="cross-pair">
                <Said who={of.peerName} numbers={point.a} side={of.a} />
                <Said who="You" numbers={point.b} side={of.b} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function View({ found }: { found: CrossSynthesis }) {
  return (
    <div className="cross">
      <div className="cross-pair cross-cores">
        <Side who={found.peerName} side={found.a} />
        <Side who="You" side={found.b} />
      </div>
      <p className="cross-synthesis" dir="auto" lang={guessLanguage(found.synthesis)}>
        {found.synthesis}
      </p>
      <Findings heading="Agreements" none="No point of one says what a point of the other says." points={found.agreements} of={found} />
      <Findings heading="Disagreements" none="No point of one plainly goes against the other." points={found.disagreements} of={found} />
      <Findings
        heading="Novel combinations"
        none="Nothing that the two give only together was found."
        points={found.novelCombinations}
        of={found}
      />
      <p className="think-foot">
        <span>{engineSentence(found.engine)}</span>
        {found.dropped > 0 && (
          <span>{found.dropped === 1 ? 'One finding' : `${found.dropped} findings`} left out, naming no point of either side</span>
        )}
      </p>
    </div>
  )
}

/** The two sides of a cross-synthesis beside each other; its text where the person has rewritten it. */
export function CrossBody({ itemId, text }: { itemId: string; text: string }) {
  const [found, setFound] = useState<CrossSynthesis | null>()
  useEffect(() => {
    let gone = false
    client.call('get-cross-synthesis', { itemId }).then(
      ({ synthesis }) => !gone && setFound(synthesis),
      () => !gone && setFound(null),
    )
    return () => {
      gone = true
    }
  }, [itemId])
  if (found === undefined) return null
  return found !== null && text.includes(found.synthesis) ? <View found={found} /> : <LinkedMarkdown className="prose" text={text} />
}
