import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder that goes away with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vault-test-'))
  onTestFinished(() => {
    chmodSync(folder, 0o700)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
