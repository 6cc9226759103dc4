import { expect, type Page } from 'playwright/test'

export const PASSPHRASE = 'correct horse battery staple'

/** What a person does on the first day: passphrase, recovery key, two groups typed back. Returns the recovery key's groups. */
export async function createVault(window: Page): Promise<string[]> {
  await window.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
  await window.getByLabel('Passphrase again').fill(PASSPHRASE)
  await window.getByRole('button', { name: 'Continue' }).click()
  await expect(window.getByRole('heading', { name: 'Keep this key somewhere else' })).toBeVisible({ timeout: 30_000 })
  const groups = await window.locator('.key li').evaluateAll((items) => items.map((item) => item.lastChild?.textContent ?? ''))
  for (const label of await window.locator('.two-groups label').all()) {
    const number = Number((await label.textContent())?.match(/\d+/)?.[0])
    await label.locator('input').fill(groups[number - 1] ?? '')
  }
  await window.getByRole('button', { name: 'Continue' }).click()
  await expect(window.getByRole('navigation', { name: 'Places' })).toBeVisible()
  return groups
}

export async function unlock(window: Page, passphrase = PASSPHRASE): Promise<void> {
  await window.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await window.getByRole('button', { name: /^Unlock/ }).click()
  await expect(window.getByRole('navigation', { name: 'Places' })).toBeVisible({ timeout: 30_000 })
}

/** Locks by keyboard and waits for the fresh page: the old one is ended with all it knew. */
export async function lock(window: Page): Promise<void> {
  const fresh = window.waitForEvent('framenavigated', { predicate: (frame) => frame.url().startsWith('tv://app'), timeout: 20_000 })
  await window.keyboard.press('Control+l')
  await fresh
  await expect(window.getByRole('heading', { name: 'Your vault is locked.' })).toBeVisible({ timeout: 15_000 })
}

/** Writes a thought in the capture box and keeps it. */
export async function capture(window: Page, text: string): Promise<void> {
  await window.keyboard.press('Control+n')
  const box = window.getByRole('dialog', { name: 'New thought' })
  await box.getByRole('textbox', { name: 'Thought' }).fill(text)
  await window.keyboard.press('Control+Enter')
  await expect(box).toBeHidden()
}

export async function openPlace(window: Page, name: string): Promise<void> {
  await window
    .getByRole('navigation', { name: 'Places' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
}

export async function openThought(window: Page, title: string): Promise<void> {
  await openPlace(window, 'All thoughts')
  await window.getByRole('option', { name: new RegExp(title) }).click()
  await expect(window.getByRole('heading', { level: 1, name: new RegExp(title) })).toBeVisible()
}

/** Calls a command as the window itself does. */
export async function call<T = Record<string, unknown>>(window: Page, name: string, input: unknown): Promise<T> {
  const result = await window.evaluate(
    ([command, body]) =>
      (globalThis as unknown as { vault: { invoke(n: string, i: unknown): Promise<unknown> } }).vault.invoke(command as string, body),
    [name, input],
  )
  const answer = result as { ok: boolean; data: T; error: { code: string; message: string } }
  if (!answer.ok) throw new Error(`${name}: ${answer.error.code} ${answer.error.message}`)
  return answer.data
}

/** Stores a model server and has its model think and work; gives the server's id. */
export async function chooseModelServer(window: Page, server: { baseUrl: string; model: string; apiKey?: string }): Promise<string> {
  const { baseUrl, model, apiKey } = server
  const { id } = await call<{ id: string }>(window, 'save-endpoint', {
    name: 'Test server',
    baseUrl,
    ...(apiKey === undefined ? {} : { apiKey }),
  })
  await call(window, 'update-settings', { roles: { thinker: { endpointId: id, model } } })
  return id
}

/** Waits until nothing waits or runs in the queue. */
export async function waitForQueue(window: Page, timeout = 60_000): Promise<void> {
  await expect
    .poll(
      async () => {
        const { counts } = await call<{ counts: Record<string, number> }>(window, 'list-jobs', { limit: 1 })
        return (counts.pending ?? 0) + (counts.running ?? 0)
      },
      { timeout },
    )
    .toBe(0)
}

export const thoughts = {
  library: `A lending library for repair skills, not tools

The tool library on Mill Street has four hundred drills, and nobody borrows a drill twice. What people run out of is nerve: they stand in front of the washing machine with the right screwdriver and no idea whether the next turn fixes it or floods the kitchen.

So lend the nerve. A member books ninety minutes of somebody who has done this repair before, who keeps their hands in their pockets and talks. You pay it back by standing next to the next member. Tools wear out. A shown repair doubles. #repair #commons`,
  attempts: `Three attempts before it is yours

Nobody owns a repair skill before the third try. A repair that was shown once does not double: the learner forgets the order of the steps. So a skill needs three attempts with somebody standing next to you. #repair`,
  rice: `Salt the rice water

Rice tastes flat unless the water is salted before it boils. Ten grams for each litre. #kitchen`,
}
