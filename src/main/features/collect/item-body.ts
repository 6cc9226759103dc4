import type { CollectedFacts } from '../../../shared/contract/collect'

/** The body of the vault's item: description, the longer text where there is one, and where it comes from. Markdown. */
export function itemBody(facts: Pick<CollectedFacts, 'description' | 'markdown' | 'sourceUrl' | 'alsoSeenAt'>): string {
  const longer = facts.markdown.trim()
  const also = facts.alsoSeenAt.map((url) => `- ${linkTo(url)}`)
  return [
    facts.description.trim(),
    ...(longer === '' || longer === facts.description.trim() ? [] : [longer]),
    `Source: ${linkTo(facts.sourceUrl)}`,
    ...(also.length === 0 ? [] : [`Also seen at:\n${also.join('\n')}`]),
  ].join('\n\n')
}

/** An address as a Markdown link that it cannot break out of; as plain text when it is none. */
function linkTo(address: string): string {
  return `<${safeUrl(address)}>`
}

/** An address without the characters that end a link in Markdown, or begin something else. */
export function safeUrl(address: string): string {
  return address.replace(/[\s<>()[\]\\`"']/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`)
}
