import { expect, type Page, test } from 'playwright/test'
import { BOT_TOKEN, startFakeTelegram } from '../support/fake-telegram'
import { launchCortexa, removeFolders } from './support/launch'
import { assertAccessible, picturesOf } from './support/looks'
import { makeVault } from './support/made-vault'
import { openPlace, unlock } from './support/person'

test.afterAll(removeFolders)

const take = picturesOf('telegram')

async function picture(window: Page, name: string): Promise<void> {
  await window.locator('#settings-telegram').scrollIntoViewIfNeeded()
  await take(window, name)
}

test('a bot is set up, a chat allowed, and what it writes becomes a thought', async () => {
  const telegram = await startFakeTelegram()
  const cortexa = await launchCortexa({ dataDir: await makeVault() })
  const { window } = cortexa
  try {
    await unlock(window)
    await openPlace(window, 'Settings')
    await window.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Telegram', exact: true }).click()
    const section = window.getByRole('region', { name: 'Telegram' })
    await expect(section.getByText('Not set up')).toBeVisible()
    await section.getByLabel('Token of the bot').fill('hello')
    await section.getByRole('button', { name: 'Switch on' }).click()
    await expect(section.getByRole('alert')).toContainText('not a token')
    await section.getByLabel('Token of the bot').fill(BOT_TOKEN)
    await section.getByText('A server of your own').click()
    await section.getByLabel('Address').fill(telegram.origin)
    await section.getByRole('button', { name: 'Test' }).click()
    await expect(section.getByText('Telegram answers and knows the bot “Notes” (@notes_test_bot).')).toBeVisible()
    await section.getByRole('button', { name: 'Switch on' }).click()
    await expect(section.getByText('Listening')).toBeVisible()
    await expect(section.getByText('Write /start to your bot')).toBeVisible()
    await picture(window, 'no-chats')

    telegram.write({ text: '/start' })
    telegram.write(
      { text: 'hello' },
      { chat: { id: -100_123, type: 'group', title: 'A group whose name is far too long to stand in one line of a small window' } },
    )
    await section.getByRole('button', { name: 'Allow Ana Lima' }).click()
    await expect(section.getByRole('button', { name: 'Stop Ana Lima' })).toBeVisible()
    telegram.write({ text: 'Bridges hum in the wind' })
    telegram.write({ voice: { file_id: 'gone', file_size: 10 } })
    await expect(section.getByRole('button', { name: '2 thoughts' })).toBeVisible()
    await expect(section.getByText('could not be fetched')).toBeVisible()
    await assertAccessible(window, 'telegram')
    await picture(window, 'listening')

    await section.getByRole('button', { name: '2 thoughts' }).click()
    await expect(window.getByText('Bridges hum in the wind').first()).toBeVisible()
    await expect(window.getByText('Voice note from Telegram').first()).toBeVisible()
  } finally {
    await cortexa.close()
    await telegram.close()
  }
})
