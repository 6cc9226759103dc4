import { useState } from 'react'
import type { CommandInput, CommandOutput } from '../../../shared/contract'
import { client } from '../../base/client'
import { errorWords } from '../../ui/error-words'

type TestResult = CommandOutput<'test-endpoint'>

export interface ServerTest {
  result: TestResult | undefined
  problem: string | undefined
  testing: boolean
  /** Asks the server; the answer takes the place of the one before. */
  test: (input: CommandInput<'test-endpoint'>) => Promise<void>
  clear: () => void
}

export function useServerTest(): ServerTest {
  const [result, setResult] = useState<TestResult>()
  const [problem, setProblem] = useState<string>()
  const [testing, setTesting] = useState(false)
  const clear = () => {
    setResult(undefined)
    setProblem(undefined)
  }
  const test = async (input: CommandInput<'test-endpoint'>) => {
    setTesting(true)
    clear()
    try {
      setResult(await client.call('test-endpoint', input))
    } catch (error) {
      setProblem(errorWords(error))
    } finally {
      setTesting(false)
    }
  }
  return { result, problem, testing, test, clear }
}
