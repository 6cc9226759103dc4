import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(__dirname, '..', '..', '..')

/** Code without comments, which may name what the code must not do. Blanks keep the line numbers. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|[\s;{(,])\/\/[^\n]*/g, '$1')
}

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|tsx|html)$/.test(name))
  .map((name) => ({
    name: relative(root, join(root, 'src', name)).replaceAll('\\', '/'),
    code: withoutComments(readFileSync(join(root, 'src', name), 'utf8')),
  }))

interface Rule {
  what: string
  pattern: RegExp
  /** A line the rule must find, so that no rule is blind. */
  example: string
  /** The one place where it belongs. */
  home?: string | RegExp
}

const rules: Rule[] = [
  { what: 'page without web security', pattern: /webSecurity\s*:\s*false/, example: 'webSecurity: false' },
  { what: 'Node inside a page', pattern: /nodeIntegration\w*\s*:\s*true/, example: 'nodeIntegrationInWorker: true' },
  { what: 'page without isolation or sandbox', pattern: /(?:contextIsolation|sandbox)\s*:\s*false/, example: 'sandbox: false' },
  {
    what: 'feature of Chromium switched on',
    pattern: /enableBlinkFeatures|(?:experimentalFeatures|allowRunningInsecureContent|webviewTag)\s*:\s*true/,
    example: 'webviewTag: true',
  },
  { what: 'script sent into a page', pattern: /executeJavaScript|insertCSS\(/, example: 'contents.executeJavaScript(text)' },
  { what: 'text run as code', pattern: /\beval\s*\(|new Function\s*\(|from 'node:vm'/, example: 'eval(text)' },
  {
    what: 'text taken as HTML',
    pattern: /innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|srcdoc/i,
    example: '<div dangerouslySetInnerHTML={{ __html: text }} />',
  },
  { what: 'plain copy of the database', pattern: /\.serialize\s*\(/, example: 'database.serialize()' },
  {
    what: 'second database on a connection',
    pattern: /\bATTACH\b/,
    example: "ATTACH 'x' AS y KEY ''",
    home: 'src/main/core/db/guarded-sql.ts',
  },
  { what: "use of SQLite's own backup, which fails on encrypted files", pattern: /\.backup\s*\(/, example: 'database.backup(file)' },
  { what: 'native extension loaded into SQLite', pattern: /loadExtension\s*\(/, example: 'database.loadExtension(file)' },
  { what: 'key as text in a pragma', pattern: /pragma\(\s*[`'"]\s*(?:hex)?(?:re)?key/i, example: "database.pragma(`key='x'`)" },
  {
    what: 'other program started, but for the voice that the person chose, and for this app without a window by the command line',
    pattern: /child_process/,
    example: "from 'node:child_process'",
    home: /^src\/main\/(?:core\/speech\/piper-process|hosts\/cli\/start-headless)\.ts$/,
  },
  {
    what: 'shell between us and a program',
    pattern: /\bshell\s*:\s*true/,
    example: 'spawn(x, [], { shell: true })',
  },
  {
    what: 'window made outside its factory',
    pattern: /new BrowserWindow\b/,
    example: 'new BrowserWindow()',
    home: /^src\/main\/hosts\/electron\/(?:window-factory|page-camera)\.ts$/,
  },
  {
    what: 'address opened outside the one place that asks first',
    pattern: /shell\.openExternal|\bshell\b[^}]*\} from/,
    example: "import { shell } from 'electron'",
    home: 'src/main/hosts/electron/external-link.ts',
  },
  {
    what: 'Electron outside its folder',
    pattern: /(?:from|require\(|import\() ?'electron'/,
    example: "require('electron')",
    home: /^src\/(?:main\/index\.ts|main\/hosts\/electron\/|preload\/)/,
  },
  {
    what: 'message handler outside the router',
    pattern: /ipcMain\.(?:on|once|handle|handleOnce)\s*\(/,
    example: "ipcMain.on('x', f)",
    home: 'src/main/hosts/electron/ipc.ts',
  },
  {
    what: 'message to the main process outside the preload script',
    pattern: /ipcRenderer/,
    example: "ipcRenderer.send('x')",
    home: 'src/preload/index.ts',
  },
  { what: 'blocking message channel', pattern: /sendSync|@electron\/remote/, example: "ipcRenderer.sendSync('x')" },
  {
    what: 'server open to more than this computer',
    pattern: /(?:listen|host)\b[^\n]{0,60}['"`](?:0\.0\.0\.0|::)['"`]/i,
    example: "listen(80, '0.0.0.0')",
  },
  {
    what: 'place that listens, but for HTTP on this computer and the private socket',
    pattern: /\bcreateServer\s*\(/,
    example: 'createServer(handle)',
    home: /^src\/main\/hosts\/(?:http\/(?:server|listen)|socket\/server)\.ts$/,
  },
  {
    what: 'encrypted traffic taken without checking',
    pattern: /rejectUnauthorized\s*:\s*false|NODE_TLS_REJECT_UNAUTHORIZED/,
    example: 'rejectUnauthorized: false',
  },
]

describe('the source contains no', () => {
  it.each(rules)('$what', ({ pattern, example, home }) => {
    expect(example).toMatch(pattern)
    const found = files
      .filter(({ name }) => home === undefined || (typeof home === 'string' ? name !== home : !home.test(name)))
      .flatMap(({ name, code }) => code.split('\n').flatMap((line, i) => (pattern.test(line) ? [`${name}:${i + 1}`] : [])))
    expect(found).toEqual([])
  })

  it('place of its own for something that is not done there any more', () => {
    const empty = rules.filter(
      ({ pattern, home }) => typeof home === 'string' && !files.some(({ name, code }) => name === home && pattern.test(code)),
    )
    expect(empty.map(({ what }) => what)).toEqual([])
  })
})
