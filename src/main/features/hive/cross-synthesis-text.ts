import type { CrossPoint, CrossSynthesis } from '../../../shared/hive-texts'

type Shown = Pick<CrossSynthesis, 'peerName' | 'a' | 'b' | 'agreements' | 'disagreements' | 'novelCombinations' | 'synthesis' | 'engine'>

/** A peer's words in a line of Markdown: nothing of it is a mark or a link to one's own thoughts. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~]/g, (mark) => `\\${mark}`).replace(/\s+/g, ' ')
}

function section(heading: string, points: readonly CrossPoint[], { peerName, a, b }: Shown): string {
  if (points.length === 0) return ''
  const says = (who: string, numbers: readonly number[], side: Shown['a']) =>
    numbers.flatMap((n) => {
      const text = side.points[n - 1]
      return text === undefined ? [] : [`  - ${who}: “${plain(text)}”`]
    })
  const lines = points.flatMap((point) => [`- ${plain(point.text)}`, ...says(plain(peerName), point.a, a), ...says('You', point.b, b)])
  return `## ${heading}\n\n${lines.join('\n')}`
}

/** A cross-synthesis as the text of an item, so that search, export and briefings have it too. */
export function crossSynthesisText(shown: Shown): string {
  const { peerName, a, b, synthesis, engine } = shown
  return [
    `**${plain(peerName)}**, in “${plain(a.title)}”: ${plain(a.core)}`,
    `**You**, in “${plain(b.title)}”: ${plain(b.core)}`,
    `## Synthesis\n\n${synthesis}`,
    section('Agreements', shown.agreements, shown),
    section('Disagreements', shown.disagreements, shown),
    section('Novel combinations', shown.novelCombinations, shown),
    `Made by ${engine.kind === 'builtin' ? 'the ' : ''}${plain(engine.label)}.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The title of such an item. */
export function crossSynthesisTitle(a: string, b: string): string {
  const short = (title: string) => (title.length > 80 ? `${title.slice(0, 79).trimEnd()}…` : title)
  return `Two views: “${short(a)}” and “${short(b)}”`
}
