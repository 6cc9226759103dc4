import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { pieceEnd } from '../../base/body-text'
import { formatNumber } from '../../ui/format-time'
import { guessLanguage, withVisibleControls } from '../../ui/person-text'
import type { DiffRow, Piece, TextDiff } from './diff-model'

/** Rows put on the page at once; the rest on demand. */
const ROWS_AT_ONCE = 300
/** Characters of a fold that one press opens. */
const FOLD_PIECE = 20_000

type Side = 'both' | 'del' | 'ins'

const skipWords = { same: 'unchanged', del: 'more removed', ins: 'more added' }

function PieceView({ piece }: { piece: Piece }) {
  if (piece.kind === 'skip')
    return (
      <span className="diff-skip">
        … {formatNumber(piece.characters)} {skipWords[piece.of]} characters …
      </span>
    )
  const text = withVisibleControls(piece.text)
  if (piece.kind === 'same') return text
  const Tag = piece.kind
  return (
    <Tag>
      <span className="sr">{piece.kind === 'del' ? ' removed: ' : ' added: '}</span>
      {text}
      <span className="sr"> end </span>
    </Tag>
  )
}

const kindOf = (piece: Piece) => (piece.kind === 'skip' ? piece.of : piece.kind)

function Line({ kind, pieces, side }: { kind: Exclude<DiffRow['kind'], 'fold'>; pieces: readonly Piece[]; side: Side }) {
  const own = pieces.filter((piece) => side === 'both' || kindOf(piece) === 'same' || kindOf(piece) === side)
  const text = own.map((piece) => (piece.kind === 'skip' ? '' : piece.text)).join('')
  // A line that is only an end of line would have no height, and one that came or went nothing to see.
  const blank = text.trim() === ''
  return (
    <p className={`diff-line diff-${kind}${blank ? ' blank' : ''}`} dir="auto" lang={guessLanguage(text)}>
      {blank && kind !== 'same' ? (
        <PieceView piece={{ kind: kind === 'del' ? 'del' : 'ins', text: '¶' }} />
      ) : (
        own.map((piece, place) => {
          const key = `${place}`
          return <PieceView key={key} piece={piece} />
        })
      )}
    </p>
  )
}

function Fold({ row, later }: { row: Extract<DiffRow, { kind: 'fold' }>; later: string }) {
  const [shown, setShown] = useState(0)
  const [text, left] = useMemo(() => {
    const end = shown === 0 ? row.start : Math.min(row.end, pieceEnd(later, row.start + shown))
    return [later.slice(row.start, end).replace(/\r?\n$/, ''), row.end - end]
  }, [later, row, shown])
  return (
    <>
      {text !== '' && (
        <div className="diff-opened" dir="auto" lang={guessLanguage(text)}>
          {text}
        </div>
      )}
      {left > 0 && (
        <button type="button" className="diff-fold" onClick={() => setShown(shown + FOLD_PIECE)}>
          {shown === 0 ? `Show ${formatNumber(row.lines)} unchanged lines` : `Show more, ${formatNumber(left)} characters are left`}
        </button>
      )}
    </>
  )
}

/** Runs of lines that went and came stand beside each other. */
function columnRows(rows: readonly DiffRow[]): { left: DiffRow | undefined; right: DiffRow | undefined }[] {
  const result: { left: DiffRow | undefined; right: DiffRow | undefined }[] = []
  for (let at = 0; at < rows.length; ) {
    const gone: DiffRow[] = []
    const come: DiffRow[] = []
    for (let row = rows[at]; row && (row.kind === 'del' || row.kind === 'ins'); row = rows[at]) {
      if (row.kind === 'del') gone.push(row)
      else come.push(row)
      at += 1
    }
    for (let place = 0; place < Math.max(gone.length, come.length); place += 1) result.push({ left: gone[place], right: come[place] })
    const row = rows[at]
    if (row) result.push({ left: row, right: row })
    at += 1
  }
  return result
}

function cell(row: DiffRow | undefined, side: Side): ReactNode {
  return row && row.kind !== 'fold' ? <Line kind={row.kind} pieces={row.pieces} side={side} /> : null
}

/** What went and came between two texts: one below the other in one text, or the two texts beside each other. */
export function DiffView({ diff, later, columns }: { diff: TextDiff; later: string; columns: boolean }) {
  const [most, setMost] = useState(ROWS_AT_ONCE)
  const rows = useMemo(() => (columns ? columnRows(diff.rows) : diff.rows.map((row) => ({ left: row, right: row }))), [diff, columns])
  const shown = rows.slice(0, most)
  return (
    <>
      <div className={columns ? 'diff columns' : 'diff'}>
        {shown.map(({ left, right }, place) => {
          const key = `${place}`
          if (left?.kind === 'fold')
            return (
              <div key={key} className="diff-wide">
                <Fold row={left} later={later} />
              </div>
            )
          if (!columns) return <Fragment key={key}>{cell(left, 'both')}</Fragment>
          return (
            <Fragment key={key}>
              <div className="diff-cell">{cell(left, 'del')}</div>
              <div className="diff-cell">{cell(right, 'ins')}</div>
            </Fragment>
          )
        })}
      </div>
      {most < rows.length ? (
        <button type="button" className="diff-fold" onClick={() => setMost(most + ROWS_AT_ONCE)}>
          Show more changes, {formatNumber(rows.length - most)} lines are left
        </button>
      ) : (
        diff.leftOut > 0 && <p className="hint">{formatNumber(diff.leftOut)} more lines changed. They are not shown.</p>
      )}
    </>
  )
}
