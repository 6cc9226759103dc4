import { Copy } from 'lucide-react'
import { Button } from '../../ui/button'
import { copyWords } from './listening-line'

function exampleAt(url: string): string {
  return `curl ${url}/v1/commands/search-items \\
  -H 'Authorization: Bearer YOUR-TOKEN' \\
  -H 'Content-Type: application/json' \\
  -d '{"query":"repair"}'`
}

/** One request to try, with the right port. */
export function ApiExample({ url }: { url: string }) {
  const example = exampleAt(url)
  return (
    <>
      <h3 className="api-title">Try it in a terminal</h3>
      <pre className="api-example">{example}</pre>
      <Button icon={Copy} onClick={() => void copyWords(example, 'The example is copied.')}>
        Copy the example
      </Button>
      <p className="hint">{url}/v1/openapi.json describes every command.</p>
    </>
  )
}
