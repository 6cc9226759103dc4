/** A short, valid WAV: mono, 16 bit, 24 kHz, a quiet 440 Hz tone of some 60 ms for each word, at least a quarter of a second. */
export function makeWav(text: string): Buffer {
  const rate = 24_000
  const words = text.split(/\s+/).filter((word) => word !== '').length
  const samples = Math.max(rate / 4, words * rate * 0.06)
  const data = Buffer.alloc(Math.round(samples) * 2)
  for (let at = 0; at < data.length / 2; at += 1) data.writeInt16LE(Math.round(3000 * Math.sin((2 * Math.PI * 440 * at) / rate)), at * 2)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'ascii')
  header.writeUInt32LE(36 + data.length, 4)
  header.write('WAVEfmt ', 8, 'ascii')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'ascii')
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}
