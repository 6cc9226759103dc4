import type { z } from 'zod'

export type Exposure = 'http' | 'mcp' | 'cli'

/** One command of the product: its meaning, whether it writes, which hosts besides the window may call it, and its two schemas. */
export interface CommandDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  summary: string
  effect: 'read' | 'write'
  expose: readonly Exposure[]
  /** Works while the vault is locked or absent. */
  whileLocked?: boolean
  input: I
  output: O
}

export function command<I extends z.ZodType, O extends z.ZodType>(definition: CommandDefinition<I, O>): CommandDefinition<I, O> {
  return definition
}

export const everywhere: readonly Exposure[] = ['http', 'mcp', 'cli']
export const programs: readonly Exposure[] = ['http', 'cli']
export const windowOnly: readonly Exposure[] = []
