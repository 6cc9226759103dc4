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
/** Settings of providers: for the person at the window or the command line, never over HTTP or MCP (docs/security.md H26). */
export const commandLine: readonly Exposure[] = ['cli']
/** For the host of assistants itself, which hands nothing of it on as it is. */
export const assistants: readonly Exposure[] = ['mcp']
export const windowOnly: readonly Exposure[] = []
