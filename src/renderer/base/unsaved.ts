type Save = () => Promise<boolean>

const saves = new Set<Save>()

/** Tells the shell how to save what a feature holds unsaved. `save` answers whether nothing is left unsaved. */
export function registerUnsaved(save: Save): void {
  saves.add(save)
}

/** Saves everything a person has typed. True when nothing is left that only this window knows. */
export async function saveEverything(): Promise<boolean> {
  const done = await Promise.all([...saves].map((save) => save()))
  return done.every(Boolean)
}
