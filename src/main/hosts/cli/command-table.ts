import { backupCommand } from './commands/backup'
import { briefCommand } from './commands/brief'
import { captureCommand } from './commands/capture'
import { collectCommand } from './commands/collect'
import { completionCommand } from './commands/completion'
import { demoCommand } from './commands/demo'
import { doctorCommand } from './commands/doctor'
import { exportCommand } from './commands/export'
import { cancelCommand, jobsCommand, retryCommand } from './commands/jobs'
import { listCommand } from './commands/list'
import { mcpCommand } from './commands/mcp'
import { researchCommand } from './commands/research'
import { searchCommand } from './commands/search'
import { serveCommand } from './commands/serve'
import { showCommand } from './commands/show'
import { thinkCommand } from './commands/think'
import type { CliCommand } from './define'

/** Every command of the command line, in the order of the help. A new one joins here; help and completion follow. */
export const commands: readonly CliCommand[] = [
  captureCommand,
  listCommand,
  showCommand,
  searchCommand,
  thinkCommand,
  briefCommand,
  researchCommand,
  collectCommand,
  jobsCommand,
  retryCommand,
  cancelCommand,
  exportCommand,
  backupCommand,
  serveCommand,
  mcpCommand,
  doctorCommand,
  completionCommand(() => commands),
  demoCommand,
]
