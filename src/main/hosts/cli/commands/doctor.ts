import type { CliCommand } from '../define'
import { checkDataFolder, checkInstallation, checkOwner, checkVault, type Finding } from '../doctor-checks'
import { exitCode } from '../exit-codes'
import { padWidth, safeLine, wrapText } from '../terminal-text'

export const doctorCommand: CliCommand = {
  name: 'doctor',
  summary: 'Look whether everything works, and say what to do where it does not',
  usage: '',
  about:
    'Looks at the installation, the data folder, the running app, the queue and the model servers, and changes nothing. The exit code is 1 when something is broken; warnings do not count.',
  examples: [
    ['cortexa doctor', 'a line for each thing'],
    ['cortexa doctor --json', 'the same for a program'],
  ],
  words: { min: 0, max: 0 },
  json: { form: 'document', shape: '{"ok","checks":[{"name","state","message","todo"}]}, where state is ok, warn or fail' },
  async run(context) {
    const findings: Finding[] = [...checkInstallation(context), ...checkDataFolder(context)]
    const { finding, owner } = await checkOwner(context)
    findings.push(finding)
    if (owner) findings.push(...(await checkVault(owner)))
    const isWell = findings.every(({ state }) => state !== 'fail')
    if (context.json) await context.writeJson({ ok: isWell, checks: findings })
    else {
      const width = Math.max(...findings.map(({ name }) => name.length), 12)
      const indent = ' '.repeat(width + 8)
      for (const { name, state, message, todo } of findings) {
        const text = wrapText(safeLine(message), context.columns, indent).trimStart()
        await context.io.out(`${padWidth(state, 4)}  ${padWidth(safeLine(name), width)}  ${text}\n`)
        if (todo !== null) await context.io.out(`${context.dim(wrapText(todo, context.columns, indent))}\n`)
      }
    }
    return exitCode(isWell ? 'done' : 'failed')
  },
}
