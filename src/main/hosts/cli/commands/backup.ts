import type { CliCommand } from '../define'
import { exitCode } from '../exit-codes'

export const backupCommand: CliCommand = {
  name: 'backup',
  summary: 'Make an encrypted backup of the whole vault',
  usage: '',
  about:
    'The copy goes into the folder backups of the data folder: header, database and files, encrypted as they are. It is opened and read once before it counts. It opens with the passphrase and the recovery key of today. Copy the folder to another disk as well; Cortexa can be started with it by --data.',
  examples: [
    ['cortexa backup', 'makes one, and writes its folder'],
    ['cp -r "$(cortexa backup -q)" /media/stick/', 'and a copy on another disk'],
  ],
  words: { min: 0, max: 0 },
  json: { form: 'document', shape: '{"path","bytes","items","jobs","files"}, counted in the copy' },
  async run(context) {
    const backup = await (await context.owner()).call('make-backup', {})
    await (context.json ? context.writeJson(backup) : context.io.out(`${backup.path}\n`))
    const { items, files, bytes } = backup
    context.note(`Read back whole: ${items} thoughts, ${files} files, ${(bytes / 1e6).toFixed(1)} MB.`)
    return exitCode('done')
  },
}
