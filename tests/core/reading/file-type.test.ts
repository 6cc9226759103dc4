import { describe, expect, it } from 'vitest'
import { fileTypeOf } from '../../../src/main/core/reading/file-type'
import { imageSizeOf } from '../../../src/main/core/reading/image-size'
import { encodingOf } from '../../../src/main/core/text/text-encoding'
import { samplePng } from '../../support/sample-pdf'

const latin = (text: string) => Buffer.from(text, 'latin1')
const jpeg = Buffer.concat([
  latin('\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00'),
  latin('\xff\xe1\x00\x08EXIF12'),
  latin('\xff\xc0\x00\x11\x08\x02\x58\x03\x20\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01'),
])

describe('fileTypeOf', () => {
  it.each([
    ['a PNG', samplePng, 'image/png'],
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a GIF', latin('GIF89a\x01\x00\x01\x00\x00'), 'image/gif'],
    ['a WebP', latin('RIFF\x24\x00\x00\x00WEBPVP8 '), 'image/webp'],
    ['a WAV', latin('RIFF\x24\x00\x00\x00WAVEfmt '), 'audio/wav'],
    ['an MP3 with tags', latin('ID3\x04\x00\x00\x00\x00\x00\x00'), 'audio/mpeg'],
    ['an MP3 without', latin('\xff\xfb\x90\x64\x00\x00'), 'audio/mpeg'],
    ['an Ogg Opus', latin('OggS\x00\x02\x00\x00OpusHead'), 'audio/ogg'],
    ['a PDF behind a line of its mail', latin('X-Header: 1\n%PDF-1.7\n%\xe2\xe3'), 'application/pdf'],
    ['an SVG, which could act', latin('<svg onload="x()"/>'), 'text/plain'],
    ['a page, which could act', latin('<!DOCTYPE html><script>x()</script>'), 'text/plain'],
    ['words that look like a WebP', latin('Some WEBP words'), 'text/plain'],
    ['UTF-16 with a mark', Buffer.from('\ufeffGrüße', 'utf16le'), 'text/plain'],
    ['UTF-16 without', Buffer.from('plain words here', 'utf16le'), 'text/plain'],
    ['a film', latin('\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00'), 'application/octet-stream'],
    ['a program', latin('\x7fELF\x02\x01\x01\x00\x00\x00'), 'application/octet-stream'],
    ['nothing', latin(''), 'text/plain'],
  ])('takes %s for %3$s', (_, bytes, mime) => {
    expect(fileTypeOf(bytes).mime).toBe(mime)
  })

  it('takes a text for one when a character is cut by the end of what was looked at', () => {
    expect(encodingOf(Buffer.from('日本語').subarray(0, 8))).toBe('utf-8')
    expect(encodingOf(latin('na\xefve'))).toBe('windows-1252')
    expect(encodingOf(Buffer.from([0xfe, 0xff, 0, 65]))).toBe('utf-16be')
  })
})

describe('imageSizeOf', () => {
  it('reads what an image claims without opening it', () => {
    expect(imageSizeOf(samplePng, 'image/png')).toEqual({ width: 1, height: 1 })
    expect(imageSizeOf(jpeg, 'image/jpeg')).toEqual({ width: 800, height: 600 })
    expect(imageSizeOf(latin('GIF89a\x10\x00\x20\x00'), 'image/gif')).toEqual({ width: 16, height: 32 })
    const lossy = latin('RIFF\x24\x00\x00\x00WEBPVP8 \x18\x00\x00\x00\x30\x01\x00\x9d\x01\x2a\x40\x01\xf0\x00')
    expect(imageSizeOf(lossy, 'image/webp')).toEqual({ width: 320, height: 240 })
    const extended = latin('RIFF\x24\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x10\x00\x00\x00\x3f\x01\x00\xef\x00\x00')
    expect(imageSizeOf(extended, 'image/webp')).toEqual({ width: 320, height: 240 })
  })

  it('says nothing where the head is cut or is none', () => {
    for (const length of [0, 3, 10, 18]) expect(imageSizeOf(samplePng.subarray(0, length), 'image/png')).toBeNull()
    expect(imageSizeOf(jpeg.subarray(0, 25), 'image/jpeg')).toBeNull()
    expect(imageSizeOf(latin('\xff\xd8\xff\xd9'), 'image/jpeg')).toBeNull()
    expect(imageSizeOf(latin('\x00\x00\x00\x18ftypavif'), 'image/avif')).toBeNull()
  })
})
