import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type PiperFault =
  | 'slow'
  | 'half'
  | 'crash'
  | 'empty'
  | 'silence'
  | 'wav'
  | 'wav-cut'
  | 'old-spelling'
  | 'new-spelling'
  | 'unknown'
  | 'endless'

export interface FakePiper {
  program: string
  voice: string
  /** What it was started with, in order: arguments, text, environment. */
  runs(): { args: string[]; text: string; env: Record<string, string>; cwd: string }[]
  /** The next runs meet these faults, one each; null for none. */
  faults(...faults: (PiperFault | null)[]): void
  /** Files in its folders besides its own. */
  leftovers(): string[]
}

const RATE = 16_000

/**
 * A program that behaves like Piper: text by lines from its standard input, samples to its standard output, 0.35 s of a tone for each word.
 * Its voice has 16,000 samples a second.
 */
export function makeFakePiper(folder: string, { language = 'en_GB' } = {}): FakePiper {
  mkdirSync(join(folder, 'log'), { recursive: true })
  const program = join(folder, 'piper')
  const voice = join(folder, `${language}-test-medium.onnx`)
  const plan = join(folder, 'log', 'plan.json')
  writeFileSync(voice, 'model')
  writeFileSync(`${voice}.json`, JSON.stringify({ audio: { sample_rate: RATE }, language: { code: language }, num_speakers: 1 }))
  writeFileSync(plan, '[]')
  writeFileSync(
    program,
    `#!${process.execPath}
const fs = require('node:fs')
const args = process.argv.slice(2)
const text = fs.readFileSync(0, 'utf8')
const log = ${JSON.stringify(join(folder, 'log'))}
const faults = JSON.parse(fs.readFileSync(${JSON.stringify(plan)}, 'utf8'))
const fault = faults.shift() ?? null
fs.writeFileSync(${JSON.stringify(plan)}, JSON.stringify(faults))
fs.writeFileSync(log + '/run-' + process.hrtime.bigint(), JSON.stringify({ args, text, env: process.env, cwd: process.cwd() }))
const raw = args.at(-1)
if ((fault === 'old-spelling' && raw !== '--output_raw') || (fault === 'new-spelling' && raw !== '--output-raw') || fault === 'unknown') {
  if (fault === 'new-spelling') fs.writeFileSync(${JSON.stringify(plan)}, JSON.stringify(['new-spelling', ...faults]))
  process.stderr.write('usage: piper [-h] -m MODEL\\npiper: error: unrecognized arguments: ' + raw + '\\n')
  process.exit(2)
}
if (fault === 'crash') {
  process.stderr.write('[2025-01-01] [piper] [info] Reading ' + text + '\\nTraceback: cannot load ' + args[1] + ' for this model\\n')
  process.exit(3)
}
const words = text.split(/\\s+/).filter((word) => word !== '')
const tone = []
for (const word of words) {
  for (let i = 0; i < ${RATE * 0.35}; i += 1) tone.push(Math.round(3000 * Math.sin((2 * Math.PI * 440 * i) / ${RATE})))
  if (/[.!?]$/.test(word)) for (let i = 0; i < ${RATE * 0.2}; i += 1) tone.push(0)
}
let samples = Int16Array.from(fault === 'silence' ? tone.map(() => 0) : tone)
if (fault === 'half') samples = samples.slice(0, samples.length / 2)
if (fault === 'empty') samples = new Int16Array(0)
let bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
if (fault === 'wav' || fault === 'wav-cut') {
  // Its own rate, another than the description's: twice as many samples a second.
  const doubled = Int16Array.from({ length: samples.length * 2 }, (_, i) => samples[i >> 1])
  const data = Buffer.from(doubled.buffer)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0); header.writeUInt32LE(36 + data.length, 4); header.write('WAVEfmt ', 8); header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20); header.writeUInt16LE(1, 22); header.writeUInt32LE(${RATE * 2}, 24); header.writeUInt32LE(${RATE * 4}, 28)
  header.writeUInt16LE(2, 32); header.writeUInt16LE(16, 34); header.write('data', 36); header.writeUInt32LE(data.length, 40)
  bytes = Buffer.concat([header, fault === 'wav-cut' ? data.subarray(0, data.length / 2) : data])
}
process.stderr.write('[piper] [info] Real-time factor: 0.05\\n')
if (fault === 'endless') { const more = () => process.stdout.write(Buffer.alloc(1 << 20, 7), more); more() }
else if (fault === 'slow') { process.stdout.write(bytes.subarray(0, 1000)); setInterval(() => {}, 1000) }
else process.stdout.write(bytes)
`,
  )
  chmodSync(program, 0o755)
  const own = new Set(readdirSync(folder))
  return {
    program,
    voice,
    runs: () =>
      readdirSync(join(folder, 'log'))
        .filter((name) => name.startsWith('run-'))
        .sort()
        .map((name) => JSON.parse(readFileSync(join(folder, 'log', name), 'utf8'))),
    faults: (...faults) => writeFileSync(plan, JSON.stringify(faults)),
    leftovers: () => readdirSync(folder).filter((name) => !own.has(name)),
  }
}
