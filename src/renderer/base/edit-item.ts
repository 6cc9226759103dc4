import type { Item } from '../../shared/entities'

type Edit = (item: Item) => void

let edit: Edit | undefined

/** Sets what opens a thought for editing. */
export function registerEditor(editor: Edit): void {
  edit = editor
}

/** Opens a thought for editing on its page. */
export function editItem(item: Item): void {
  edit?.(item)
}
