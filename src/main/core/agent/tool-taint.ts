import { AppError } from '../../../shared/errors'

/**
 * What a tool brings into a conversation, or takes out of it (docs/security.md H30). `vault`: texts of the person. `web`: it reaches the web, or
 * gives texts from there. `collected`: what earlier runs found on the web, as it was found, without what stays here. `proposal`: it prepares
 * something that counts only once the person has accepted it.
 */
export type ToolTouch = 'vault' | 'web' | 'collected' | 'proposal'

/** A tool as far as this rule goes. `touches` is stated in its type, not only in its value. */
export interface TouchingTool<T extends ToolTouch = ToolTouch> {
  touches: readonly T[]
}

type ToolTable = Readonly<Record<string, TouchingTool>>
type TouchOf<T extends ToolTable> = T[keyof T]['touches'][number]

/** The tools of one conversation when they may be together; `never`, which nothing fits, when they read the vault and reach the web. */
export type Unmixed<T extends ToolTable> = 'vault' extends TouchOf<T> ? ('web' extends TouchOf<T> ? never : T) : T

/**
 * The tools of one conversation. Tools that read the vault and tools that reach the web are never together: a page could tell the model to
 * carry the one out by the other. It does not compile, and where types were lost it throws.
 */
export function defineTools<T extends ToolTable>(tools: T & Unmixed<T>): T {
  assertUnmixed(tools)
  return tools
}

/** The same for tools whose types are not known. Throws INTERNAL: it is a fault of the program, not of anybody's input. */
export function assertUnmixed(tools: ToolTable): void {
  const named = (touch: ToolTouch) => Object.keys(tools).filter((name) => tools[name]?.touches.includes(touch))
  const [reading, reaching] = [named('vault'), named('web')]
  if (reading.length === 0 || reaching.length === 0) return
  throw new AppError(
    'INTERNAL',
    `A run was stopped before it began: its tools would read the vault (${reading.join(', ')}) and reach the web (${reaching.join(', ')}).`,
  )
}
