import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { findWavSound } from '../../../src/main/core/audio/read-wav'
import { createBuiltinVoice, type SpokenScript } from '../../../src/main/core/speech/builtin-voice'
import { AppError } from '../../../src/shared/errors'

// Each reading loads a synthesizer of 24 MB, which takes seconds on a machine that is busy.
vi.setConfig({ testTimeout: 60_000 })

const workerFile = join(__dirname, '..', '..', '..', 'out', 'main', 'voice-worker.js')
const builtinVoice = () => createBuiltinVoice({ workerFile })
const never = () => new AbortController().signal

function loudest(samples: Int16Array): number {
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  return peak
}

function samplesOf({ wav }: SpokenScript): Int16Array {
  const [span = { offset: 0, bytes: 0 }] = soundOf(wav).spans
  const samples = new Int16Array(span.bytes / 2)
  for (let index = 0; index < samples.length; index += 1) samples[index] = wav.readInt16LE(span.offset + index * 2)
  return samples
}

function soundOf(wav: Uint8Array) {
  const sound = findWavSound(wav)
  if ('fault' in sound) throw new Error(sound.fault)
  return sound
}

/** Prose of about `count` words in five paragraphs. */
function prose(count: number): string {
  const sentences = [
    'The idea began as a small note about how people remember what they have read.',
    'Most of it fades within a day, and what stays is rarely what mattered.',
    'A second thought argues the opposite: forgetting may be what makes room for judgement.',
  ]
  const paragraph = Array.from({ length: Math.round(count / 5 / 14) }, (_, index) => sentences[index % 3]).join(' ')
  return Array.from({ length: 5 }, () => paragraph).join('\n\n')
}

describe('the built-in voice', () => {
  it('reads English and German with voices of their own', async () => {
    const voice = builtinVoice()
    const script = 'Die Sonne scheint heute über dem Hafen, und die Schiffe warten auf den Wind.'
    const german = await voice.synthesize(script, { language: 'de-AT', signal: never() })
    const english = await voice.synthesize(script, { language: 'en', signal: never() })
    expect(german.voice).toBe('eSpeak NG (de)')
    expect(english.voice).toBe('eSpeak NG (en)')
    // A voice that was named but not set would give the same sound twice.
    expect(german.wav.equals(english.wav)).toBe(false)
    for (const spoken of [german, english]) {
      expect(soundOf(spoken.wav)).toMatchObject({ channels: 1, bytesPerSample: 2, isFloat: false, sampleRate: spoken.sampleRate })
      expect(Math.round((samplesOf(spoken).length / spoken.sampleRate) * 1000)).toBe(spoken.durationMs)
      expect(spoken.durationMs).toBeGreaterThan(3000)
      expect(spoken.durationMs).toBeLessThan(9000)
    }
  })

  it('gives every sentence a place: in order, apart, the last one ending with the sound', async () => {
    const script = 'This is the first sentence. This is the second one, said by Dr. Miller!\n\nA new paragraph asks: is it longer apart?'
    const spoken = await builtinVoice().synthesize(script, { language: 'en-GB', signal: never() })
    expect(spoken.sentences.map(({ text }) => text)).toEqual([
      'This is the first sentence.',
      'This is the second one, said by Dr. Miller!',
      'A new paragraph asks: is it longer apart?',
    ])
    const [first, second, third] = spoken.sentences
    if (!first || !second || !third) throw new Error('three sentences')
    expect(first.startMs).toBe(0)
    for (const { startMs, endMs } of spoken.sentences) expect(endMs - startMs).toBeGreaterThan(500)
    expect(Math.abs(second.startMs - first.endMs - 250)).toBeLessThanOrEqual(1)
    expect(Math.abs(third.startMs - second.endMs - 600)).toBeLessThanOrEqual(1)
    expect(third.endMs).toBe(spoken.durationMs)
    // Silence where a pause is said to be, sound on both sides of it: the times fit the samples.
    const samples = samplesOf(spoken)
    const between = (from: number, to: number) =>
      loudest(samples.subarray((from / 1000) * spoken.sampleRate, (to / 1000) * spoken.sampleRate))
    expect(between(first.endMs + 5, second.startMs - 5)).toBe(0)
    expect(between(first.endMs - 200, first.endMs)).toBeGreaterThan(300)
    expect(between(second.startMs, second.startMs + 200)).toBeGreaterThan(300)
  })

  it('brings the loudest sample to one decibel below full scale', async () => {
    const spoken = await builtinVoice().synthesize('Loud enough to be heard in a kitchen.', { language: 'en', signal: never() })
    expect(loudest(samplesOf(spoken))).toBe(29_204)
  })

  it('reads 600 words without holding up the main thread', async () => {
    const script = prose(600)
    let ticks = 0
    const ticker = setInterval(() => {
      ticks += 1
    }, 5)
    const progress: number[] = []
    const started = performance.now()
    const loop = performance.eventLoopUtilization()
    const spoken = await builtinVoice().synthesize(script, { language: 'en', signal: never(), onProgress: (done) => progress.push(done) })
    const { active } = performance.eventLoopUtilization(loop)
    const elapsed = performance.now() - started
    clearInterval(ticker)
    const words = script.split(/\s+/).length
    console.log(
      `${words} words in ${Math.round(elapsed)} ms: ${Math.round(spoken.durationMs / 1000)} s of sound, ` +
        `${Math.round(words / (spoken.durationMs / 60_000))} words a minute; main thread busy for ${Math.round(active)} ms of it`,
    )
    // A main thread that does the reading itself never gets to its timers.
    expect(ticks).toBeGreaterThan(20)
    expect(progress).toEqual(spoken.sentences.map((_, index) => index + 1))
    // Two to four minutes are asked of 300 to 600 words.
    expect(spoken.durationMs).toBeGreaterThan(150_000)
    expect(spoken.durationMs).toBeLessThan(300_000)
  })

  it('takes what people write as text, not as markup or phonemes', async () => {
    const voice = builtinVoice()
    const read = (script: string) => voice.synthesize(script, { language: 'en', signal: never() })
    const plain = await read('one two three four five six')
    const withBreak = await read('one two three <break time="20s"/> four five six')
    const withNul = await read('one two three\0four five six')
    expect(withBreak.durationMs).toBeLessThan(plain.durationMs + 5000)
    expect(withNul.durationMs).toBeGreaterThan(plain.durationMs * 0.8)
  })

  it('reads foreign scripts, and with the English voice what it has no voice for', async () => {
    const voice = builtinVoice()
    const chinese = await voice.synthesize('今天天气很好。我们去公园吧！', { language: 'zh-Hans-CN', signal: never() })
    expect(chinese.voice).toBe('eSpeak NG (zh)')
    expect(chinese.sentences.map(({ text }) => text)).toEqual(['今天天气很好。', '我们去公园吧！'])
    const unknown = await voice.synthesize('Nothing speaks this language.', { language: 'xx-not a tag', signal: never() })
    expect(unknown.voice).toBe('eSpeak NG (en)')
  })

  it('stops in the middle when it is told to, with the reason it was given', async () => {
    const stop = new AbortController()
    const reason = new AppError('JOB_TIMEOUT', 'Too slow.')
    const progress: number[] = []
    const reading = builtinVoice().synthesize(prose(3000), {
      language: 'en',
      signal: stop.signal,
      onProgress: (done) => {
        progress.push(done)
        if (done === 3) stop.abort(reason)
      },
    })
    await expect(reading).rejects.toBe(reason)
    const heard = progress.length
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(progress.length).toBe(heard)
  })

  it('does not begin when it is already cancelled, and ends all at close', async () => {
    const voice = builtinVoice()
    await expect(voice.synthesize('Hello there.', { language: 'en', signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'CANCELLED',
    })
    const reading = voice.synthesize(prose(3000), {
      language: 'en',
      signal: never(),
      onProgress: (done) => done === 1 && void voice.close(),
    })
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  it('reads two scripts at once without mixing them', async () => {
    const voice = builtinVoice()
    const read = (script: string) => voice.synthesize(script, { language: 'en', signal: never() })
    const scripts = ['The first script is about the sea.', 'The second one is about the mountains and a good deal longer than the first.']
    const together = await Promise.all(scripts.map(read))
    const alone = [await read(scripts[0] ?? ''), await read(scripts[1] ?? '')]
    expect(together.map(({ wav }) => wav.equals(alone[0]?.wav ?? wav) || wav.equals(alone[1]?.wav ?? wav))).toEqual([true, true])
    expect(together.map(({ durationMs }) => durationMs)).toEqual(alone.map(({ durationMs }) => durationMs))
  })

  it.each(['', '  \n\t ', '... --- !?', '\u200b'])('refuses a script without words (%j)', async (script) => {
    await expect(builtinVoice().synthesize(script, { language: 'en', signal: never() })).rejects.toMatchObject({ code: 'BAD_INPUT' })
  })

  it('refuses a script that would run for hours', async () => {
    await expect(builtinVoice().synthesize('word '.repeat(9000), { language: 'en', signal: never() })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    })
  })

  it('reports a failing progress listener instead of ending the process', async () => {
    const onProgress = () => {
      throw new Error('listener')
    }
    await expect(builtinVoice().synthesize('Hello there.', { language: 'en', signal: never(), onProgress })).rejects.toThrow('listener')
  })
})

describe('without the voice package', () => {
  it('says how to get a voice', async () => {
    expect(await builtinVoice().availability()).toEqual({ available: true, name: 'eSpeak NG' })
    const voice = createBuiltinVoice({ workerFile, moduleName: '@echogarden/not-installed' })
    const answer = await voice.availability()
    expect(answer).toMatchObject({ available: false, reason: expect.stringContaining('npm install @echogarden/espeak-ng-emscripten') })
    await expect(voice.synthesize('Hello there.', { language: 'en', signal: never() })).rejects.toMatchObject({ code: 'VOICE_UNAVAILABLE' })
  })

  it('counts a package without its voice data as missing', async () => {
    const voice = createBuiltinVoice({ workerFile, moduleName: 'react' })
    expect((await voice.availability()).available).toBe(false)
  })
})
