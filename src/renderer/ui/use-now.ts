import { useEffect, useState } from 'react'

/** The time in milliseconds, renewed every `everyMs`, for texts such as "Yesterday" or a running count. */
export function useNow(everyMs = 60_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
