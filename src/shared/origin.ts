import type { ItemKind, ItemSource } from './entities'

const outsideSources: readonly ItemSource[] = ['hive', 'telegram', 'import', 'collect']
/** Made of pages of the web, of a peer's words, or of many thoughts of which some may be from outside. */
const outsideKinds: readonly ItemKind[] = ['research', 'collected', 'cross-synthesis', 'reflection']

/**
 * Whether the text of an item is not the person's own and so may hold instructions to whoever reads it (docs/security.md H29). A program that
 * hands it to a model has to say that it is data.
 */
export function isFromOutside(item: { kind: ItemKind; source: ItemSource }): boolean {
  return outsideSources.includes(item.source) || outsideKinds.includes(item.kind)
}
