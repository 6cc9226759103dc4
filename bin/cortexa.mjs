#!/usr/bin/env node
// The command line of Cortexa: runs what `npm run build` made of src/main/cli.ts.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

const program = new URL('../out/main/cli.js', import.meta.url)
if (!existsSync(program)) {
  process.stderr.write('cortexa: this copy is not built yet. Run `npm run build` in its folder, then try again.\n')
  process.exit(1)
}
createRequire(import.meta.url)('../out/main/cli.js')
