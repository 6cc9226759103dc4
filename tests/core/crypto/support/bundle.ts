import { basename, join } from 'node:path'
import { build } from 'vite'

/**
 * Builds one TypeScript file into a program that plain Node runs, the way the app's main code is built: CommonJS,
 * libsodium inside, the native addon outside. Gives the path of the built file.
 */
export async function bundle(entry: string): Promise<string> {
  // Inside the project, so that the program finds the native addon; one folder an entry, so that nothing piles up.
  const outDir = join(process.cwd(), 'node_modules', '.test-bundles', basename(entry, '.ts'))
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: entry,
      outDir,
      target: 'node18',
      minify: false,
      rollupOptions: { output: { format: 'cjs', entryFileNames: 'program.cjs' } },
    },
  })
  return join(outDir, 'program.cjs')
}
