import { takeOwnership } from '../../../../src/main/core/files/owner-lock'

// Takes the vault folder named on the command line, says so, and stays until it is ended.
const [, , dataDir = ''] = process.argv
takeOwnership(dataDir)
process.stdout.write('owner\n')
setInterval(() => undefined, 1000)
