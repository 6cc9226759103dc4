import { create } from 'zustand'
import { onEvent } from '../../base/live-events'
import type { Comparison } from './reflection-words'

interface ReflectionLook {
  /** Whether findings say how they stand to the reflection before. */
  isCompared: boolean
  /** Only these are shown, where a figure was pressed. */
  only: Comparison | undefined
}

const whole: ReflectionLook = { isCompared: true, only: undefined }
/** How a person looks at a reflection; for all of them, until the vault is locked. */
export const useReflectionLook = create<ReflectionLook>(() => whole)
onEvent('vault-locked', () => useReflectionLook.setState(whole, true))
