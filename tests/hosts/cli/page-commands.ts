import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CliResult, cortexa } from './cli-fixture'

/** Words of a line of a shell, with quotation marks taken off. */
function words(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
}

/** Does what a shell does with a line of the page: pipes, `<`, `>`, echo and head; everything else must be cortexa. */
export async function runLine(line: string, options: { dataDir: string; cwd: string }): Promise<CliResult> {
  let last: CliResult = { code: 0, out: '', error: '', json: () => [] }
  for (const part of line.split(' | ')) {
    const [, command = '', from, to] = /^(.*?)(?: < (\S+))?(?: > (\S+))?$/.exec(part) ?? []
    const [program, ...argv] = words(command)
    if (program === 'echo') last = { ...last, out: `${argv.join(' ')}\n` }
    else if (program === 'head') last = { ...last, out: last.out.split('\n').slice(0, 1).join('\n') }
    else if (program === 'cortexa') {
      const stdin = from === undefined ? last.out : readFileSync(join(options.cwd, from))
      last = await cortexa(argv, { ...options, stdin })
      if (last.code !== 0) return last
    } else throw new Error(`the page has a line that this test cannot run: ${line}`)
    if (to !== undefined) writeFileSync(join(options.cwd, to), last.out)
  }
  return last
}
