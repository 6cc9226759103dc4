import type { ItemRow, ItemStore } from '../items/item-store'
import type { AttachmentStore } from './attachment-store'

/** Characters of attached text that stand for an item beside its body: some 50,000 tokens, which a model reads in parts. */
const MAX_ATTACHED = 200_000

/** A body with the texts of its files below it, each under its name; the longest are cut, and the text says so. */
export function withAttached(body: string, attached: readonly { name: string; text: string }[]): string {
  if (attached.length === 0) return body
  const share = Math.floor(MAX_ATTACHED / attached.length)
  const spare = attached.reduce((sum, { text }) => sum + Math.max(0, share - text.length), 0)
  const long = attached.filter(({ text }) => text.length > share).length
  const most = share + (long > 0 ? Math.floor(spare / long) : 0)
  const parts = attached.map(({ name, text }) => {
    const rest = text.length > most ? `\n[… the rest of "${name}" is left out …]` : ''
    return `[Attached file: "${name}"]\n${text.slice(0, most)}${rest}`
  })
  return [...(body.trim() === '' ? [] : [body]), ...parts].join('\n\n')
}

/** The items as work in the background reads them: what is attached belongs to the thought. */
export function createItemsWithAttached(items: ItemStore, attachments: Pick<AttachmentStore, 'textsOfItem'>): ItemStore {
  return {
    ...items,
    find(id): ItemRow | null {
      const item = items.find(id)
      return item && { ...item, body: withAttached(item.body, attachments.textsOfItem(id, MAX_ATTACHED + 1)) }
    },
  }
}
