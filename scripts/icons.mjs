// Renders the drawings in resources/ to the sizes that systems ask for. Run it after a change of a drawing: `node scripts/icons.mjs`.
// Needs rsvg-convert (Debian: librsvg2-bin). The results are committed, so nobody else needs it.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { inProject } from './project.mjs'

const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
/** Below this many pixels the small drawing is used: fewer details, lines on whole pixels. */
const SMALL = 48
/** Sizes in an .ico; 256 is the largest that the format holds. */
const windowsSizes = [16, 24, 32, 48, 64, 128, 256]
/** Types of an .icns for PNG data, by pixels. */
const macTypes = { icp4: 16, icp5: 32, ic11: 32, icp6: 64, ic12: 64, ic07: 128, ic08: 256, ic13: 256, ic09: 512, ic14: 512, ic10: 1024 }

const render = (drawing, size) => execFileSync('rsvg-convert', ['-w', size, '-h', size, inProject('resources', drawing)].map(String))

/** An .ico of PNG images: a header, one entry of 16 bytes for each, then the images. */
export function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  for (const [index, { size, png }] of images.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(size % 256, at) // 0 stands for 256.
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...images.map(({ png }) => png)])
}

/** An .icns of PNG images: four letters and the length, then each image behind its type and length. */
export function icns(images) {
  const parts = images.map(({ type, png }) => {
    const head = Buffer.alloc(8)
    head.write(type, 0, 'ascii')
    head.writeUInt32BE(png.length + 8, 4)
    return Buffer.concat([head, png])
  })
  const head = Buffer.alloc(8)
  head.write('icns', 0, 'ascii')
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0), 4)
  return Buffer.concat([head, ...parts])
}

if (import.meta.filename === process.argv[1]) {
  const pngs = new Map(sizes.map((size) => [size, render(size < SMALL ? 'icon/icon-small.svg' : 'icon/icon.svg', size)]))
  for (const [size, png] of pngs) writeFileSync(inProject('resources', 'icon', `${size}.png`), png)
  writeFileSync(inProject('resources', 'icon', 'icon.ico'), ico(windowsSizes.map((size) => ({ size, png: pngs.get(size) }))))
  writeFileSync(
    inProject('resources', 'icon', 'icon.icns'),
    icns(Object.entries(macTypes).map(([type, size]) => ({ type, png: pngs.get(size) }))),
  )
  for (const name of ['template', 'light', 'dark']) {
    for (const scale of [1, 2]) {
      const suffix = scale === 1 ? '' : `@${scale}x`
      // macOS takes a picture for a template, drawn in the colour of its menu bar, when the name ends in Template.
      const file = name === 'template' ? `trayTemplate${suffix}.png` : `tray-${name}${suffix}.png`
      writeFileSync(inProject('resources', 'tray', file), render(`tray/tray-${name}.svg`, 16 * scale))
    }
  }
}
