import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PartSound } from '../../../src/main/core/audio/join-speech'
import { findPiper } from '../../../src/main/core/speech/find-piper'
import { createPiperVoice, type PiperOptions } from '../../../src/main/core/speech/piper-voice'
import { programWords } from '../../../src/main/core/speech/program-words'
import { AppError } from '../../../src/shared/errors'
import { type FakePiper, makeFakePiper } from '../../support/fake-piper'
import { samplesOf } from '../llm/speech-fixture'

vi.setConfig({ testTimeout: 60_000 })

const short = 'This is a short script with some words in it. It has two sentences, and the second one is longer than the first.'
/** Four parts of some 600 characters. */
const long = Array.from({ length: 4 }, (_none, index) => `Part ${index + 1} goes on and on about the wall. `.repeat(16).trim()).join('\n\n')

let folder: string
let piper: FakePiper
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cortexa-piper-'))
  piper = makeFakePiper(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const voice = () => createPiperVoice(() => piper)
const options = (change: Partial<PiperOptions> = {}): PiperOptions => ({ language: 'en', signal: new AbortController().signal, ...change })
async function failureOf(work: Promise<unknown>): Promise<AppError> {
  try {
    await work
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('it should have failed')
}

describe('Piper', () => {
  it('speaks a script through pipes alone: no shell, no file, only what it needs of the environment', async () => {
    process.env.CORTEXA_CANARY = 'secret'
    const spoken = await voice().synthesize(`${short}\n\n$(touch pwned) "; & | 'quoted' words are only words.`, options())
    delete process.env.CORTEXA_CANARY
    expect(spoken.voice).toBe('Piper (en_GB-test-medium)')
    expect(spoken.sampleRate).toBe(16_000)
    expect(samplesOf(spoken.wav).length / 16_000).toBeCloseTo(spoken.durationMs / 1000, 2)
    expect(spoken.sentences.map(({ text }) => text)).toHaveLength(3)
    const [run] = piper.runs()
    expect(run?.args).toEqual(['--model', piper.voice, '--output_raw'])
    expect(run?.text).toBe(`${short} $(touch pwned) "; & | 'quoted' words are only words.\n`)
    expect(run?.env.CORTEXA_CANARY).toBeUndefined()
    expect(Object.keys(run?.env ?? {}).filter((name) => !/^(PATH|HOME|LANG|PYTHON\w+|__CF\w+|PWD|SHLVL|_)$/.test(name))).toEqual([])
    expect(piper.leftovers()).toEqual([])
  })

  it('is asked part by part, tells how far it is, and is joined with even loudness', async () => {
    const told: [number, number][] = []
    const spoken = await voice().synthesize(long, options({ onProgress: (...state) => told.push(state) }))
    expect(piper.runs()).toHaveLength(4)
    expect(told.at(-1)).toEqual([64, 64])
    expect(spoken.sentences).toHaveLength(64)
    expect(spoken.sentences.every(({ startMs, endMs }, index, all) => startMs < endMs && startMs >= (all[index - 1]?.endMs ?? 0))).toBe(
      true,
    )
  })

  it('finds out how its option is spelled, once', async () => {
    piper.faults('new-spelling')
    const own = voice()
    await own.synthesize(short, options())
    expect(piper.runs().map(({ args }) => args.at(-1))).toEqual(['--output_raw', '--output-raw'])
    await own.synthesize(short, options())
    expect(piper.runs().at(-1)?.args.at(-1)).toBe('--output-raw')
    piper.faults('unknown', 'unknown')
    expect(await failureOf(voice().synthesize(short, options()))).toMatchObject({ code: 'VOICE_UNAVAILABLE' })
  })

  it('takes a WAV file by its own rate, and no cut one', async () => {
    piper.faults('wav')
    const spoken = await voice().synthesize(short, options())
    expect([spoken.sampleRate, Math.round(spoken.durationMs / 1000)]).toEqual([32_000, 8])
    piper.faults('wav-cut')
    expect(await failureOf(voice().synthesize(short, options()))).toMatchObject({
      code: 'VOICE_FAILED',
      message: expect.stringContaining('cut off'),
    })
  })

  it.each([
    ['half', '4.2 s cannot be the 23 words'],
    ['empty', 'there was none'],
    ['silence', 'it was silence'],
    ['endless', 'did not stop'],
  ] as const)('is not believed when its sound is %s', async (fault, words) => {
    piper.faults(fault)
    expect(await failureOf(voice().synthesize(short, options()))).toMatchObject({
      code: 'VOICE_FAILED',
      message: expect.stringContaining(words),
    })
  })

  it('that crashes is quoted without the text and without paths', async () => {
    piper.faults('crash')
    const { code, message } = await failureOf(voice().synthesize(short, options()))
    expect(code).toBe('VOICE_FAILED')
    expect(message).toContain('Piper ended with code 3. It said: “Traceback: cannot load … for this model”.')
    expect(message).not.toMatch(/sentences|cortexa-piper/)
  })

  it('is ended at once when the work is cancelled', async () => {
    piper.faults('slow')
    const stop = new AbortController()
    const working = voice().synthesize(short, options({ signal: stop.signal }))
    await expect.poll(() => piper.runs().length).toBe(1)
    const reason = new AppError('CANCELLED', 'Stopped.')
    stop.abort(reason)
    expect(await failureOf(working)).toBe(reason)
  })

  it('goes on at the part that failed, and speaks a part anew that lost words', async () => {
    const kept = new Map<string, PartSound>()
    const parts = {
      get: async (key: string) => kept.get(key),
      set: async (key: string, sound: PartSound) => void kept.set(key, sound),
      delete: async (key: string) => void kept.delete(key),
    }
    piper.faults(null, null, 'crash')
    expect(await failureOf(voice().synthesize(long, options({ parts })))).toMatchObject({ code: 'VOICE_FAILED' })
    expect([piper.runs().length, kept.size]).toEqual([3, 2])
    await voice().synthesize(long, options({ parts }))
    expect(piper.runs()).toHaveLength(5)
    const [key = '', sound] = [...kept][1] ?? []
    if (sound) kept.set(key, { ...sound, samples: sound.samples.slice(0, sound.samples.length / 2) })
    expect(await failureOf(voice().synthesize(long, options({ parts })))).toMatchObject({ message: expect.stringContaining('part 2 of 4') })
    await voice().synthesize(long, options({ parts }))
    expect(piper.runs()).toHaveLength(6)
  })
})

describe('the files of Piper', () => {
  const reason = async (paths: { program: string; voice: string }) => {
    const answer = await createPiperVoice(() => paths).availability()
    return answer.available ? answer.name : answer.reason
  }
  it('are there, or it is said which is not and what to do', async () => {
    expect(await reason(piper)).toBe('Piper (en_GB-test-medium)')
    expect(await reason({ ...piper, program: join(folder, 'none') })).toContain('program is not where')
    expect(await reason({ ...piper, program: 'piper' })).toContain('program is not where')
    expect(await reason({ ...piper, program: folder })).toContain('program is not where')
    expect(await reason({ ...piper, program: piper.voice })).toContain('may not be started')
    expect(await reason({ ...piper, voice: join(folder, 'none.onnx') })).toContain('ends in .onnx')
    writeFileSync(`${piper.voice}.json`, '{"audio":{"sample_rate":7}}')
    expect(await reason(piper)).toContain('no sample rate')
    writeFileSync(`${piper.voice}.json`, '{')
    expect(await reason(piper)).toContain('.onnx.json')
    expect(await failureOf(createPiperVoice(() => null).synthesize(short, options()))).toMatchObject({ code: 'VOICE_UNAVAILABLE' })
  })

  it('are found in PATH and in the folders of voices, and nothing is started', async () => {
    const home = join(folder, 'home')
    const voices = join(home, '.local/share/piper-voices/en/en_GB/alba/medium')
    mkdirSync(voices, { recursive: true })
    for (const name of ['en_GB-alba-medium.onnx', 'en_GB-alba-medium.onnx.json', 'lonely.onnx']) writeFileSync(join(voices, name), '{}')
    const found = await findPiper({ platform: 'linux', home, env: { PATH: `${folder}:relative:/nowhere` } })
    expect(found.programs).toContain(piper.program)
    expect(found.voices.map(({ name }) => name)).toEqual(expect.arrayContaining(['en_GB-alba-medium', 'en_GB-test-medium']))
    expect(found.voices.map(({ name }) => name)).not.toContain('lonely')
    expect(piper.runs()).toEqual([])
    renameSync(piper.program, join(folder, 'piper-tts'))
    expect((await findPiper({ platform: 'linux', home, env: { PATH: folder } })).programs).toContain(join(folder, 'piper-tts'))
    expect(await findPiper({ platform: 'win32', home: join(folder, 'nobody'), env: {} })).toEqual({ programs: [], voices: [] })
  })
})

describe('the words of a program', () => {
  it('lose paths, colours and lines that hold the text', () => {
    const output = 'start\n\u001b[31mError: no such file /home/ada/voices/x.onnx\u001b[0m\nReading: the harbour sings at night\n\n'
    expect(programWords(output, 'Why the harbour sings')).toBe('Error: no such file …')
    expect(programWords('', 'x')).toBe('')
    expect(programWords('C:\\Users\\ada\\piper.exe failed', '')).toBe('… failed')
    expect(programWords(`x ${'y'.repeat(500)}`, '').length).toBeLessThanOrEqual(161)
  })
})
