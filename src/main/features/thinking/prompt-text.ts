/** Characters of one body that go into a prompt; about 12,000 tokens of Latin text. Longer ones lose their middle, and the prompt says so. */
export const MAX_PROMPT_BODY = 48_000

/** Text of a person or a page, set apart from instructions. The mark cannot occur in the text. */
export function fence(name: string, text: string): string {
  let mark = name
  while (text.includes(`</${mark}>`)) mark += '-text'
  return `<${mark}>\n${text}\n</${mark}>`
}

/** Start and end of a long text, with a note in between that says what is left out. */
export function fitBody(body: string, limit = MAX_PROMPT_BODY): string {
  if (body.length <= limit) return body
  const half = Math.floor(limit / 2)
  return `${body.slice(0, half)}\n\n[… ${body.length - 2 * half} characters left out …]\n\n${body.slice(-half)}`
}

/** A neighbour as a model sees it, with the id that it may cite. */
export function listNeighbours(
  neighbours: readonly { id: string; title: string; body: string; createdAt: number; fromPeer?: boolean }[],
): string {
  if (neighbours.length === 0) return 'There are no related earlier thoughts. Do not cite any.'
  return neighbours
    .map(
      (item) =>
        `[item:${item.id}] "${item.title}", ${new Date(item.createdAt).toISOString().slice(0, 10)}${item.fromPeer ? ', from another person and unchecked' : ''}\n${fence('earlier-thought', item.body.slice(0, 1500))}`,
    )
    .join('\n\n')
}
