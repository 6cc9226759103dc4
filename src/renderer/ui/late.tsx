import { type ReactNode, useEffect, useState } from 'react'

/** Shows nothing for 400 ms, then its line of text: what loads faster never flickers (look: Loading). */
export function Late({ children, afterMs = 400 }: { children: ReactNode; afterMs?: number }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
  return shown ? (
    <p className="waiting" role="status">
      {children}
    </p>
  ) : null
}
