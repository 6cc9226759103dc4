/** How much of a countable work is done, as a line; its words stand beside it. `live` while it moves. */
export function ProgressBar({ label, done, total, live }: { label: string; done: number; total: number; live: boolean }) {
  const share = total === 0 ? 0 : Math.min(1, done / total)
  return (
    <div
      className={live ? 'progress live' : 'progress'}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={Math.min(done, total)}
    >
      <i style={{ width: `${share * 100}%` }} />
    </div>
  )
}
