import { join } from 'node:path'
import { build } from 'vite'

/** Bundles the processes of the bench, with the app's own source in them, below .cache, from where they find the packages. */
export async function bundle(project) {
  const outDir = join(project, '.cache', 'bench-queue')
  await build({
    configFile: false,
    root: project,
    logLevel: 'error',
    build: {
      ssr: join(project, 'tests', 'bench', 'queue', 'child.ts'),
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rollupOptions: { output: { format: 'es', entryFileNames: 'child.mjs' } },
    },
  })
  return join(outDir, 'child.mjs')
}
