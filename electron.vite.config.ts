import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

/** Native addons, and packages that read data files beside themselves, stay outside the bundle. */
const external = ['electron', 'better-sqlite3', 'hnswlib-node', /^@energetic-ai\//, '@echogarden/espeak-ng-emscripten']

/** Every plain JavaScript dependency is bundled, so that one build runs on Node 18 (fallback Electron) and on Node 24. */
const bundled = [
  'ai',
  '@ai-sdk/openai-compatible',
  'zod',
  'p-map',
  'libsodium-wrappers',
  'uuid',
  'secure-password-utilities',
  'unpdf',
  'linkedom',
  '@mozilla/readability',
  '@modelcontextprotocol/sdk',
]

export default defineConfig({
  main: {
    build: {
      target: 'node18',
      externalizeDeps: { exclude: bundled },
      rollupOptions: {
        external,
        input: {
          index: 'src/main/index.ts',
          headless: 'src/main/headless.ts',
          'kdf-worker': 'src/main/core/workers/kdf-worker.ts',
          'embedding-worker': 'src/main/core/workers/embedding-worker.ts',
          'voice-worker': 'src/main/core/workers/voice-worker.ts',
          'attachment-text-worker': 'src/main/core/workers/attachment-text-worker.ts',
          'vector-index-worker': 'src/main/core/workers/vector-index-worker.ts',
          'page-reader-worker': 'src/main/core/workers/page-reader-worker.ts',
          'backup-check-worker': 'src/main/features/backups/backup-check-worker.ts',
          cli: 'src/main/cli.ts',
        },
        output: { format: 'cjs', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      target: 'node18',
      rollupOptions: { input: { index: 'src/preload/index.ts' }, output: { format: 'cjs', entryFileNames: '[name].js' } },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react()],
    build: {
      target: 'chrome114',
      assetsInlineLimit: 0,
      rollupOptions: { input: { index: 'src/renderer/index.html' } },
    },
  },
})
