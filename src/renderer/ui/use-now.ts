import { useEffect, useState } from 'react'
import { currentTime } from './clock'

/** The time in milliseconds, renewed every `everyMs`, for texts such as "Yesterday" or a running count. */
export function useNow(everyMs = 60_000): number {
  const [now, setNow] = useState(currentTime)
  useEffect(() => {
    const timer = setInterval(() => setNow(currentTime()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
