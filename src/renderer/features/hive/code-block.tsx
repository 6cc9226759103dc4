/** The code that two people compare: eight groups of five digits. */
export function CodeBlock({ code }: { code: string }) {
  return (
    <ol className="hive-code num" aria-label={`Code: ${code}`}>
      {code.split(' ').map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be equal, and none moves
        <li key={place}>{group}</li>
      ))}
    </ol>
  )
}
