/** Examples of the commands that most programs begin with. A test holds them against the contract. */
export const commandExamples: Readonly<Record<string, { input: unknown; output: unknown } | undefined>> = {
  'vault-status': {
    input: {},
    output: {
      state: 'unlocked',
      problem: null,
      recoveryConfirmed: true,
      dataDir: '/home/ada/.config/Cortexa/vault',
      autoLockMinutes: 10,
      retryAfterSeconds: 0,
      runtime: { host: 'electron', name: 'Electron', version: '45.5.0', fallback: false },
      appVersion: '0.1.0',
    },
  },
  'capture-item': {
    input: { body: 'Bees dance to tell the way.', tags: ['bees'] },
    output: { id: '0198c2f4-7a51-7cc0-9d2e-3f1f5b1f9a10' },
  },
  'deep-think': {
    input: { itemId: '0198c2f4-7a51-7cc0-9d2e-3f1f5b1f9a10' },
    output: { jobId: '0198c2f4-9b02-7d11-8a44-5c0f7e2d6b21' },
  },
  'delete-item': { input: { id: '0198c2f4-7a51-7cc0-9d2e-3f1f5b1f9a10' }, output: {} },
}
