import { expect, it, vi } from 'vitest'
import { failure, installFakeVault } from '../../support/fake-vault'

it('does not ask for a preview of a thought that stays here, so its refusal is not told twice', async () => {
  vi.resetModules()
  const vault = installFakeVault()
  const { openShare, useShareDialog } = await import('../../../../src/renderer/features/hive/share-dialog-store')
  const peers = [{ id: 'p', name: 'Ada', verifiedAt: 1, blockedAt: null }]
  vault.on('get-hive', () => ({ identity: { name: 'Me' }, peers }))
  vault.on('preview-share', () => failure('ITEM_PRIVATE', 'This thought is set to stay here.'))
  await openShare({ id: 'a', title: 'A', private: true })
  expect(useShareDialog.getState().problem).toBeUndefined()
  await openShare({ id: 'b', title: 'B', private: false })
  expect(useShareDialog.getState().problem).toContain('set to stay here')
  expect(vault.calls.filter(({ name }) => name === 'preview-share').map(({ input }) => input)).toMatchObject([{ itemId: 'b' }])
})
