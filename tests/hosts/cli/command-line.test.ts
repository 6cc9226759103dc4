import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { askPassphrase } from '../../../src/main/hosts/cli/ask-passphrase'
import { commands } from '../../../src/main/hosts/cli/command-table'
import { chooseDataFolder } from '../../../src/main/hosts/cli/data-folder'
import { globalOptions } from '../../../src/main/hosts/cli/define'
import { exitCodes } from '../../../src/main/hosts/cli/exit-codes'
import type { Io } from '../../../src/main/hosts/cli/io'
import { Place } from '../../../src/main/hosts/cli/place-names'
import { displayWidth, fitWidth, padWidth, safeLine, safeText, wrapText } from '../../../src/main/hosts/cli/terminal-text'
import { Place as ContractPlace } from '../../../src/shared/contract/items'
import { cortexa } from './cli-fixture'

const run = (...argv: string[]) => cortexa(argv, { dataDir: '/nowhere', cwd: '/' })

describe('help', () => {
  it('teaches every command with examples, on standard output', async () => {
    const general = await run('--help')
    expect(general.code).toBe(0)
    for (const { name, summary, examples, options } of commands) {
      expect(general.out).toContain(`  ${name} `)
      expect(general.out).toContain(summary)
      const { code, out, error } = await run(name, '--help')
      expect([code, error]).toEqual([0, ''])
      expect(await run('help', name)).toMatchObject({ out })
      for (const [line] of examples) expect(out).toContain(line)
      for (const option of Object.keys({ ...options, ...globalOptions })) expect(out).toContain(`--${option}`)
      expect(Math.max(...out.split('\n').map((line) => line.length)), name).toBeLessThanOrEqual(140)
    }
    expect((await run('--version')).out).toBe('cortexa 0.0.0-test\n')
  })

  it('goes to standard error, with 2, when nothing was said; and says what is wrong with a command line', async () => {
    const nothing = await run()
    expect([nothing.code, nothing.out, nothing.error.includes('Usage:')]).toEqual([2, '', true])
    for (const [argv, words] of [
      [['captur'], /no command "captur"\. Did you mean capture\?/],
      [['help', 'xyz'], /no command "xyz"/],
      [['list', '--nothing'], /Unknown option '--nothing'.*cortexa list --help/],
      [['list', 'word'], /a word too many: "word"/],
      [['show'], /Something is missing; the form is "cortexa show ID/],
      [['search'], /"cortexa search WORDS\.\.\."\. See: /],
      [['list', '--limit', '-1'], /^cortexa: --limit takes a whole number from 1 to 1000000\. See: cortexa list --help\n$/],
      [['list', '-n', '-1'], /^cortexa: --limit takes a whole number/],
      [['list', '--tag', '--all'], /ambiguous\. See: /],
      [['list', '--limit', '0'], /whole number from 1/],
      [['list', '--limit', '1e3'], /whole number from 1/],
      [['list', '--tag'], /--tag/],
      [['list', '--place', 'nowhere'], /--place takes one of inbox/],
      [['completion', 'tcsh'], /bash, zsh, fish/],
      [['completion', 'bash', '--json'], /no JSON form/],
      [['serve', '--port', '4700'], /--port belongs to --http/],
      [['capture', '\x1b[31mx', '--nope\x1b[0m'], /Unknown option '--nope'/],
    ] as const) {
      const { code, out, error } = await run(...argv)
      expect([argv, code, out]).toEqual([argv, 2, ''])
      expect(error).toMatch(words)
      expect(error).not.toContain('\x1b')
    }
  })

  it('finds the command behind global options', async () => {
    expect((await cortexa(['--data', '/list', 'jobs'], { dataDir: '/x', cwd: '/' })).code).toBe(3)
    expect((await cortexa(['-q', '--json', 'jobs'], { dataDir: '/x', cwd: '/' })).error).toMatch(/^\{"error":\{"code":"not-running"/)
  })
})

describe('docs/cli.md', () => {
  const page = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'cli.md'), 'utf8')

  it('has the exit codes of the code', () => {
    const rows = [...page.matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, code, meaning]) => [Number(code), meaning])
    expect(rows).toEqual(Object.values(exitCodes).map(([code, meaning]) => [code, meaning]))
  })

  it('has every command with the shape of its JSON', () => {
    for (const { name, json } of commands) {
      expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\|`, 'm'))
      if (json) expect(page, name).toContain(`| ${json.form === 'lines' ? 'lines' : 'document'} | ${json.shape.replaceAll('|', '\\|')} |`)
    }
  })
})

describe('completion', () => {
  it('is a script that its shell can read, with every command and option', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { code, out } = await run('completion', shell)
      expect(code).toBe(0)
      for (const { name, options } of commands) {
        expect(out).toContain(name)
        for (const option of Object.keys(options ?? {})) expect(out).toContain(shell === 'fish' ? `-l ${option}` : `--${option}`)
      }
      // zsh and fish are not on every machine; bash is.
      const checked = spawnSync(shell, ['-n'], { input: out, encoding: 'utf8' })
      if (shell === 'bash' || checked.error === undefined) expect([checked.status, checked.stderr]).toEqual([0, ''])
    }
  })

  it('completes in a real bash', async () => {
    const { out } = await run('completion', 'bash')
    const complete = (...words: string[]) =>
      spawnSync(
        'bash',
        ['-c', `${out}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); compopt() { :; }; _cortexa; echo "\${COMPREPLY[@]}"`, '_', ...words],
        {
          encoding: 'utf8',
        },
      ).stdout.trim()
    expect(complete('cortexa', 'ca')).toBe('capture cancel')
    expect(complete('cortexa', 'think', '--w')).toBe('--wait')
    expect(complete('cortexa', '--json', 'jobs', '--status', 'd')).toBe('done dead')
    expect(complete('cortexa', 'capture', '--title', 'x')).toBe('')
  })
})

describe('terminal text', () => {
  it('takes every kind of control sequence out, and leaves words alone', () => {
    expect(safeText('a\x1b[31;1mb\x1b[0m \x1b]8;;http://x\x1b\\link\x1b]8;;\x07 \x1bPq...\x1b\\c\x9b5mD\x1bc\r\nnext\rline\ttab')).toBe(
      'ab link cD\nnext\nline\ttab',
    )
    expect(safeText('unfinished \x1b]0;title')).toBe('unfinished ')
    expect(safeLine('a\n\n b\u2028\u202e\u2066c')).toBe('a bc')
    expect(safeText('naïve 漢字 👩‍👩‍👧 שלום [31m')).toBe('naïve 漢字 👩‍👩‍👧 שלום [31m')
  })

  it('knows the width of what it shows', () => {
    for (const [text, width] of [
      ['abc', 3],
      ['漢字', 4],
      ['ｆｕｌｌ', 8],
      ['ﾊﾝｶｸ', 4],
      ['한글', 4],
      ['👩‍👩‍👧', 2],
      ['e\u0301', 1],
      ['\u200b', 0],
      ['❤️', 2],
      ['é́', 1],
    ] as const)
      expect([text, displayWidth(text)]).toEqual([text, width])
    expect(fitWidth('漢字漢字', 5)).toBe('漢字…')
    expect(fitWidth('short', 5)).toBe('short')
    expect(fitWidth('abcdef', 3)).toBe('ab…')
    expect(fitWidth('abc', 0)).toBe('')
    expect(padWidth('漢', 4)).toBe('漢  ')
    expect(wrapText('one two three\nfour', 9, '  ')).toBe('  one two\n  three\n  four')
  })

  it('has the places of the contract', () => {
    expect([...Place]).toEqual(ContractPlace.options)
  })
})

describe('the usual data folder', () => {
  it('is the one that the window uses on each system, unless another is named', () => {
    const at = (platform: NodeJS.Platform, env: Record<string, string> = {}) =>
      chooseDataFolder(undefined, { env, cwd: '/work', platform, home: '/home/ann' })
    expect(at('linux')).toBe('/home/ann/.config/Cortexa/vault')
    expect(at('linux', { XDG_CONFIG_HOME: '/cfg' })).toBe('/cfg/Cortexa/vault')
    expect(at('darwin')).toBe('/home/ann/Library/Application Support/Cortexa/vault')
    expect(at('win32', { APPDATA: '/roaming' })).toBe('/roaming/Cortexa/vault')
    expect(at('linux', { CORTEXA_DATA: '/other' })).toBe('/other')
    expect(chooseDataFolder('here', { env: { CORTEXA_DATA: '/other' }, cwd: '/work', platform: 'linux', home: '/' })).toBe('/work/here')
  })
})

describe('the question for a passphrase', () => {
  function typing(keys: string) {
    const raw: boolean[] = []
    let shown = ''
    const stdin = Object.assign(Readable.from([Buffer.from(keys)]), { isTTY: true, setRawMode: (on: boolean) => void raw.push(on) })
    const io = {
      stdin,
      error(text: string) {
        shown += text
      },
    } as unknown as Io
    return { answer: askPassphrase(io, 'Passphrase: '), raw, shown: () => shown }
  }

  it('shows nothing of what is typed, takes back what is deleted, and gives the terminal back', async () => {
    const { answer, raw, shown } = typing('corrr\u007fect 漢字x\u007f\rrest')
    expect(await answer).toBe('correct 漢字')
    expect([raw, shown()]).toEqual([[true, false], 'Passphrase: \n'])
  })

  it('ends with Ctrl+C', async () => {
    const { answer, raw } = typing('half\u0003')
    await expect(answer).rejects.toMatchObject({ exit: 130 })
    expect(raw).toEqual([true, false])
  })
})
