import { join } from 'node:path'
import { build } from 'vite'

/** Builds the vector index's worker as the app's build does, so that the tests run what is in `src` now. Gives the file's path. */
export async function bundleWorker(): Promise<string> {
  // Inside the project, so that the worker finds the native addon.
  const outDir = join(process.cwd(), 'node_modules', '.test-bundles', 'vector-index-worker')
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, external: ['hnswlib-node'] },
    build: {
      ssr: 'src/main/core/workers/vector-index-worker.ts',
      outDir,
      target: 'node18',
      minify: false,
      rollupOptions: { output: { format: 'cjs', entryFileNames: 'worker.cjs' } },
    },
  })
  return join(outDir, 'worker.cjs')
}
