import { startFakeOpenAi } from '../../support/fake-openai-server'

/** The fake model server in a process of its own, so that its work is not counted as the client's. Says two addresses on stdout:
 * one that answers as fast as it can, and one that sends a token a millisecond, so that each arrives alone. */
const tokens = Number(process.argv[2] ?? '2000')
const paced = await startFakeOpenAi({ chunkSize: 5, chunkDelayMs: 1, answer: () => 'word '.repeat(300) })
const server = await startFakeOpenAi({
  chunkSize: 5,
  answer: ({ prompt }) => (prompt === 'short' ? 'Yes.' : 'word '.repeat(tokens)),
})
process.stdout.write(`${server.baseUrl} ${paced.baseUrl}\n`)
process.on('disconnect', () => process.exit(0))
