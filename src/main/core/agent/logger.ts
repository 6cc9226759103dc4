/** Where the agent core tells what it does. Texts hold numbers, tool names and ids; never a prompt or a page. */
export interface AgentLogger {
  info(message: string): void
  warn(message: string): void
}

export const silentLogger: AgentLogger = { info: () => {}, warn: () => {} }
