import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { writeWav } from '../../src/main/core/audio/wav'
import { samplePdf } from '../support/sample-pdf'
import { launchCortexa, makeFolder, type RunningCortexa, removeFolders } from './support/launch'
import { makeVault } from './support/made-vault'
import { call, capture, openThought, unlock, waitForQueue } from './support/person'

let running: RunningCortexa
const shots = process.env.CORTEXA_SHOTS

test.beforeEach(async () => {
  running = await launchCortexa({ dataDir: await makeVault() })
  await unlock(running.window)
})
test.afterEach(async () => {
  await running?.close().catch(() => undefined)
  removeFolders()
})

async function shoot(window: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  for (const theme of ['light', 'dark']) {
    await window.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme)
    await window.waitForTimeout(200)
    await window.screenshot({ path: join(shots, `${name}-${theme}.png`) })
  }
  await window.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'))
}

/** A picture of a colour ramp, as a PNG. */
function png(width: number, height: number, hue: number): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * (1 + width * 3) + 1 + x * 3
      rows[at] = (hue + (x * 90) / width) & 255
      rows[at + 1] = 110 + ((y * 90) / height) * 1
      rows[at + 2] = 150 - ((x * 60) / width) * 1
    }
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const lease = samplePdf([
  ['Rental agreement', 'The house on Mill Street is let from the first of May to the Miller family.'],
  ['Deposit', 'The tenant pays a quokka deposit of 900 euros.'],
])

/** Puts files on the window as if they were dropped there. */
async function drop(window: Page, files: { name: string; bytes: Buffer }[]): Promise<void> {
  const data = await window.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer()
      for (const { name, base64 } of given) {
        const text = atob(base64)
        transfer.items.add(new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], name))
      }
      return transfer
    },
    files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') })),
  )
  await window.dispatchEvent('body', 'dragover', { dataTransfer: data })
  await expect(window.locator('.drop-hint')).toBeVisible()
  await window.dispatchEvent('body', 'drop', { dataTransfer: data })
  await expect(window.locator('.drop-hint')).toBeHidden()
}

test('files are dropped on a thought, found by their words, looked at, saved, removed and put back', async () => {
  const { window, app } = running
  await capture(window, 'Papers of the flat\n\nEverything about Mill Street that must not get lost.')
  await openThought(window, 'Papers of the flat')
  await drop(window, [
    { name: 'kitchen.png', bytes: png(900, 600, 40) },
    { name: 'garden.png', bytes: png(500, 800, 120) },
    { name: 'lease.pdf', bytes: lease },
    { name: 'meter readings.txt', bytes: Buffer.from('Gas 4711, water 0815.\nRead by the neighbour on Sunday.') },
    { name: 'doorbell.wav', bytes: writeWav(new Int16Array(16_000), 16_000) },
    { name: 'evil.svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>globalThis.evil = true</script></svg>') },
  ])
  const files = window.getByRole('region', { name: 'Files' })
  await expect(files.getByText('lease.pdf')).toBeVisible()
  await expect(files.getByText('PDF, 2 pages')).toBeVisible({ timeout: 30_000 })
  await expect(files.getByRole('button', { name: 'Open garden.png' })).toBeVisible()
  await expect(files.getByText('meter readings.txt')).toBeVisible()
  await waitForQueue(window)
  // Kept small pictures: the large one is not opened again.
  const [item] = (await call<{ items: { id: string }[] }>(window, 'list-items', {})).items
  await expect
    .poll(async () => {
      const { attachments } = await call<{ attachments: { preview: boolean; kind: string }[] }>(window, 'list-attachments', {
        itemId: item?.id,
      })
      return attachments.filter(({ preview }) => preview).length
    })
    .toBe(2)
  expect(await window.evaluate(() => 'evil' in globalThis)).toBe(false)
  await shoot(window, 'files')

  // Large, by keyboard.
  await files.getByRole('button', { name: 'Open kitchen.png' }).focus()
  await window.keyboard.press('Enter')
  const viewer = window.getByRole('dialog', { name: 'kitchen.png' })
  await expect(viewer.locator('canvas:not(.picture-wait)')).toBeVisible()
  await shoot(window, 'viewer')
  await window.keyboard.press('ArrowRight')
  await expect(window.getByRole('dialog', { name: 'garden.png' })).toBeVisible()
  await window.keyboard.press('Escape')
  await expect(window.locator('dialog[open]')).toHaveCount(0)

  // Sound.
  await files.getByRole('button', { name: 'Play doorbell.wav' }).click()
  await expect(files.getByLabel('Position in doorbell.wav')).toBeVisible()

  // Text.
  await files.getByRole('button', { name: 'lease.pdf', exact: true }).click()
  await window.keyboard.press('ArrowRight')
  await expect(window.locator('.read-text')).toContainText('The tenant pays a quokka deposit of 900 euros.')
  await shoot(window, 'text')
  await window.keyboard.press('Escape')

  // A copy on the disk.
  const target = join(makeFolder('copy'), 'copy.pdf')
  await app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: path })
  }, target)
  await files.getByText('lease.pdf').hover()
  await files.getByRole('button', { name: 'Save a copy of lease.pdf' }).click()
  await expect.poll(() => existsSync(target)).toBe(true)
  expect(readFileSync(target).equals(lease)).toBe(true)

  // Removed and back.
  await files.getByRole('button', { name: 'Remove lease.pdf' }).click()
  await expect(files.getByText('lease.pdf')).toHaveCount(0)
  await window.getByRole('button', { name: /^Undo/ }).click()
  await expect(files.getByText('lease.pdf')).toBeVisible()

  // Found, with its page.
  await window.keyboard.press('Control+k')
  await window.keyboard.type('quokka')
  const option = window.getByRole('dialog').getByRole('option', { name: /Papers of the flat/ })
  await expect(option).toContainText('lease.pdf, page 2')
  await shoot(window, 'palette')
  await window.keyboard.press('Control+Enter')
  const hit = window.getByRole('listbox', { name: 'Search results' }).getByRole('option')
  await expect(hit).toContainText('lease.pdf, page 2')
  await expect(hit).toContainText('quokka deposit of 900 euros')
  await hit.click()
  await shoot(window, 'results')
  await files.getByRole('button', { name: 'Found on page 2' }).click()
  await expect(window.locator('.read-text')).toContainText('quokka deposit')
})

test('a new thought of files alone, chosen in its box, is called after the first', async () => {
  const { window } = running
  await window.keyboard.press('Control+n')
  const box = window.getByRole('dialog', { name: 'New thought' })
  const chooser = window.waitForEvent('filechooser')
  await box.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles([
    { name: 'Plan_of the house.png', mimeType: 'image/png', buffer: png(300, 200, 200) },
    { name: 'lease.pdf', mimeType: 'application/pdf', buffer: lease },
  ])
  await expect(box.getByText('lease.pdf')).toBeVisible()
  await expect(box.getByRole('button', { name: 'Open Plan_of the house.png' })).toBeVisible()
  await shoot(window, 'capture')
  await window.keyboard.press('Control+Enter')
  await expect(box).toBeHidden()
  await openThought(window, 'Plan of the house')
  await expect(window.getByRole('region', { name: 'Files' }).getByText('lease.pdf')).toBeVisible()
})

test('a picture is pasted into the editor, and a file is told that is there already', async () => {
  const { window } = running
  await capture(window, 'A wall\n\nWith a crack.')
  await openThought(window, 'A wall')
  await window.keyboard.press('e')
  await expect(window.getByRole('textbox', { name: 'Thought' })).toBeFocused()
  const bytes = png(200, 200, 10).toString('base64')
  const paste = () =>
    window.evaluate((base64) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'image.png', { type: 'image/png' }))
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }))
    }, bytes)
  await paste()
  await expect(window.getByRole('button', { name: /Open Pasted picture/ })).toBeVisible()
  await shoot(window, 'editor')
  await paste()
  await expect(window.getByText(/attached to this thought already/)).toBeVisible()
  await expect(window.getByRole('button', { name: /Open Pasted picture/ })).toHaveCount(1)
})

test('a file of 100 MB comes in while the window goes on, can be stopped, and a kill in the middle is told', async () => {
  test.setTimeout(180_000)
  const { window } = running
  await capture(window, 'Big things')
  await openThought(window, 'Big things')
  const folder = makeFolder('big')
  const big = join(folder, 'big.bin')
  writeFileSync(big, Buffer.alloc(100 * 1024 * 1024, '\0\x01big'))
  const blobs = () => {
    const dir = join(running.dataDir, 'blobs')
    return existsSync(dir) ? readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.tvb')) : []
  }
  // A key pressed while the page is still being drawn does nothing; a person presses it again.
  const choose = (file: string) =>
    expect(async () => {
      const chooser = window.waitForEvent('filechooser', { timeout: 5000 })
      await window.keyboard.press('a')
      await (await chooser).setFiles(file)
    }).toPass()
  await choose(big)
  await expect(window.getByRole('progressbar', { name: 'Attaching big.bin' })).toBeVisible()
  await window.getByRole('button', { name: 'Stop attaching big.bin' }).click()
  await expect(window.getByRole('progressbar')).toHaveCount(0)
  await expect.poll(() => blobs()).toEqual([])

  await window.evaluate(() => {
    const page = globalThis as unknown as { longest: number }
    page.longest = 0
    let last = performance.now()
    const tick = () => {
      const now = performance.now()
      page.longest = Math.max(page.longest, now - last)
      last = now
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  const begun = Date.now()
  await choose(big)
  await expect(window.getByRole('progressbar', { name: 'Attaching big.bin' })).toBeVisible()
  await shoot(window, 'upload')
  await expect(window.getByText('File, 105 MB')).toBeVisible({ timeout: 120_000 })
  console.info(
    `100 MB in ${((Date.now() - begun) / 1000).toFixed(1)} s, longest frame ${Math.round(await window.evaluate(() => (globalThis as unknown as { longest: number }).longest))} ms`,
  )
  expect(blobs()).toHaveLength(1)

  const other = join(folder, 'other.bin')
  writeFileSync(other, Buffer.alloc(100 * 1024 * 1024, '\0\x01other'))
  await choose(other)
  await expect(window.getByRole('progressbar', { name: 'Attaching other.bin' })).toBeVisible()
  // In the middle: its first part is on disk.
  await expect.poll(() => blobs().length).toBe(2)
  await running.kill()
  running = await launchCortexa({ dataDir: running.dataDir, scratchDir: running.scratchDir })
  await unlock(running.window)
  await expect(running.window.getByText(/“other.bin” was not attached: the vault was locked or Cortexa ended/)).toBeVisible()
  expect(blobs()).toHaveLength(1)
})
