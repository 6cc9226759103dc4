import type { HiveShare } from '../../../shared/contract/hive'
import { useNavigation } from '../../base/navigation-store'
import { PagePane } from '../../base/page-pane'
import { currentTime } from '../../ui/clock'
import { formatClock, formatMoment } from '../../ui/format-time'
import { PersonText } from '../../ui/person-text'
import { byteWords } from '../attachments/file-bytes'

/** The record of one share: what went, to whom, when and how. Nothing here can be taken back. */
export function SharePage({ share }: { share: HiveShare }) {
  const { itemId } = share
  const rows: [string, React.ReactNode][] = [
    ['To', <bdi key="to">{share.peerName}</bdi>],
    ['When', `${formatMoment(share.at, currentTime()).replace(/, \d\d:\d\d$/, '')}, ${formatClock(share.at)}`],
    ['What', share.withThesis ? 'Title, text, tags and the thesis' : 'Title, text and tags'],
    ['Version', share.revision === 1 ? 'The first that went to them' : `Number ${share.revision} that went to them`],
    ['How', share.way === 'file' ? 'As a file' : 'Into the feed folder'],
    ['File', <bdi key="file">{`${share.fileName}, ${byteWords(share.bytes)}`}</bdi>],
    ['Code', share.verified ? 'Compared before' : 'Not compared then'],
  ]
  return (
    <PagePane label="Shared thought" crumb="Hive, shared">
      <div className="settings hive-page">
        <PersonText as="h1" className="serif" text={share.title} />
        {share.state === 'made' && (
          <p className="hive-note warn">It was sealed, but whether the file was saved is not known. If it was not, nothing was shared.</p>
        )}
        <dl className="hive-facts">
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="hint">
          What was sealed for somebody cannot be called back.{' '}
          {itemId === null ? (
            'The thought was deleted since.'
          ) : (
            <button type="button" className="link" onClick={() => useNavigation.getState().openItem(itemId)}>
              Open the thought
            </button>
          )}
        </p>
      </div>
    </PagePane>
  )
}
