import type { BackupProblem } from '../../../../shared/contract/upkeep'
import type { CliCommand } from '../define'
import { exitCode } from '../exit-codes'

export const backupCommand: CliCommand = {
  name: 'backup',
  summary: 'Make an encrypted backup of the whole vault',
  usage: '',
  about:
    'The copy goes into the folder backups of the data folder: header, database and files, encrypted as they are. It shares nothing with the vault, and every byte of it is read back before it counts. When a file is missing or damaged, the backup is made without it, its name ends with -incomplete, and the command ends with 14 (the file of the vault is not whole) or 1 (only the copy). It opens with the passphrase and the recovery key of today. Copy the folder to another disk as well; Cortexa can be started with it by --data.',
  examples: [
    ['cortexa backup', 'makes one, and writes its folder'],
    ['cp -r "$(cortexa backup -q)" /media/stick/', 'and a copy on another disk'],
  ],
  words: { min: 0, max: 0 },
  json: {
    form: 'document',
    shape: '{"path","bytes","items","jobs","files","complete","problems","problemCount","older"}, counted in the copy',
  },
  async run(context) {
    const backup = await (await context.owner()).call('make-backup', {})
    await (context.json ? context.writeJson(backup) : context.io.out(`${backup.path}\n`))
    const { items, files, bytes, problems, problemCount, older } = backup
    const size = `${(bytes / 1e6).toFixed(1)} MB`
    if (backup.complete)
      context.note(
        `Read back whole: ${count(items, 'thought')}, ${count(files, 'file')}, ${size}. Checked: the key file, every page of the database, every byte of every file.`,
      )
    else {
      context.note(
        `The backup is incomplete. Read back whole: ${count(items, 'thought')}, ${files} of ${count(files + problemCount, 'file')}, ${size}. Not whole:`,
      )
      for (const problem of problems) context.note(`  ${describeProblem(problem)}`)
      if (problemCount > problems.length) context.note(`  and ${problemCount - problems.length} more`)
    }
    if (older.backups > 0) context.note(describeOlder(older))
    if (backup.complete) return exitCode('done')
    return exitCode(problems.some(({ where }) => where === 'vault') ? 'damaged' : 'failed')
  },
}

/** Which file, whose fault, and what is wrong with it. */
export function describeProblem({ kind, name, title, private: isPrivate, where, fault }: BackupProblem): string {
  const ofThought = title === null ? '' : ` of "${title}"`
  const kinds = {
    attachment: `${name}${ofThought}`,
    briefing: `the audio of a briefing${ofThought}`,
    picture: 'a picture found by Collect',
  }
  const file =
    isPrivate && title === null ? 'a file of a thought that stays here' : kind === 'other' ? 'a file without a thought' : kinds[kind]
  return `${file}: ${where === 'vault' ? "the vault's own file" : 'the copy'} ${fault === 'unreadable' ? 'cannot be read' : `is ${fault}`}`
}

function describeOlder({ backups, separated, shared }: { backups: number; separated: number; shared: number }): string {
  const found = `${count(backups, 'older backup')} shared ${count(separated + shared, 'file')} with the vault, so damage to one would have damaged both.`
  return shared === 0
    ? `${found} Now all are copies.`
    : `${found} ${separated} are copies now, ${shared} are still shared. Free some space, then run \`cortexa backup\` again.`
}

const count = (number: number, name: string): string => `${number} ${name}${number === 1 ? '' : 's'}`
