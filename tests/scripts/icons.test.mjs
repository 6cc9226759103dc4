import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { icns, ico } from '../../scripts/icons.mjs'
import { inProject } from '../../scripts/project.mjs'

const png = (size) => readFileSync(inProject('resources', 'icon', `${size}.png`))
const widthOf = (image) => image.readUInt32BE(16)

describe('the icons of the app', () => {
  it('come in the size that their name says', () => {
    for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) expect(widthOf(png(size))).toBe(size)
    expect(widthOf(readFileSync(inProject('resources', 'tray', 'tray-dark@2x.png')))).toBe(32)
  })

  it('stand in an .ico behind their sizes, 256 as 0', () => {
    const file = ico([16, 256].map((size) => ({ size, png: png(size) })))
    expect([file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([1, 2])
    expect([file.readUInt8(6), file.readUInt8(22)]).toEqual([16, 0])
    const offset = file.readUInt32LE(22 + 12)
    expect(widthOf(file.subarray(offset))).toBe(256)
    expect(offset + file.readUInt32LE(22 + 8)).toBe(file.length)
  })

  it('stand in an .icns behind their types, with the length of all', () => {
    const file = icns([{ type: 'ic07', png: png(128) }])
    expect(file.toString('ascii', 0, 4)).toBe('icns')
    expect(file.readUInt32BE(4)).toBe(file.length)
    expect(file.toString('ascii', 8, 12)).toBe('ic07')
    expect(widthOf(file.subarray(16))).toBe(128)
  })
})
