import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { PASSPHRASE } from './app'

const program = resolve(__dirname, '../../out/main/headless.js')

export interface Headless {
  child: ChildProcess
  url: string
  token: string
  /** Calls a command; rejects for an error answer and for a connection that breaks. */
  call<T = Record<string, unknown>>(name: string, input: unknown): Promise<T>
  kill(): Promise<void>
  /** Ends it with SIGTERM and gives its exit code. */
  end(): Promise<number | null>
}

/** Starts the built headless host on a folder and waits until it is ready. */
export async function startHeadless(dataDir: string, options: { create?: boolean } = {}): Promise<Headless> {
  const child = spawn(process.execPath, [program, '--data', dataDir, ...(options.create ? ['--create'] : [])], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  let errors = ''
  child.stderr.on('data', (bytes) => {
    errors += String(bytes)
  })
  child.stdin.on('error', () => undefined)
  child.stdin.write(`${PASSPHRASE}\n`)
  const first = await Promise.race([
    new Promise<string>((done) => createInterface({ input: child.stdout }).once('line', done)),
    exited.then((code) => {
      throw new Error(`the headless host ended with ${code}: ${errors}`)
    }),
  ])
  const { url, token } = JSON.parse(first) as { url: string; token: string }
  return {
    child,
    url,
    token,
    async call<T>(name: string, input: unknown) {
      const response = await fetch(`${url}/v1/commands/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      const answer = (await response.json()) as { ok: boolean; data: T; error?: { code: string; message: string } }
      if (!answer.ok) throw new Error(`${name}: ${answer.error?.code} ${answer.error?.message}`)
      return answer.data
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async end() {
      child.kill('SIGTERM')
      return exited
    },
  }
}
