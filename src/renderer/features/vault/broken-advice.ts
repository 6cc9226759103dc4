const advice: Record<string, string> = {
  HEADER_DAMAGED: 'The notes themselves may be whole. Put back the file vault.hdr from a copy of this folder, then look again.',
  HEADER_TAMPERED:
    'Do not type the passphrase again until you know who changed the file. Put back vault.hdr from a copy you trust, then look again.',
  HEADER_UNSUPPORTED: 'Open it with the version of Cortexa that made it.',
  HEADER_MISSING: 'If the file vault.hdr was moved, put it back beside vault.db. Without it no passphrase can open the vault.',
  HEADER_ROLLBACK: 'An older copy of a vault file stands beside a newer one. Put back the files that belong together, then look again.',
  VAULT_TOO_NEW: 'Install the newer version of Cortexa. Nothing was changed in the vault.',
  VAULT_DAMAGED: 'Make a copy of the whole folder before anything else, then put back vault.db from a copy and look again.',
  COMMITS_LOST: 'The newest changes are missing from the file. If a copy of the folder has them, put that back, then look again.',
  VAULT_IN_USE: 'Close the other window or the command that has the vault open, then look again.',
  DISK_FULL: 'Make some room on the disk, then look again.',
}

/** What a person can do about a vault that does not open. None of it destroys anything. */
export function brokenAdvice(code: string): string {
  return advice[code] ?? 'Make a copy of the whole folder before you try anything else, then look again.'
}
