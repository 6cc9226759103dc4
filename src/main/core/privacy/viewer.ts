/** Which program a call comes through; `window` is the person at this computer. */
export type Host = 'window' | 'http' | 'mcp' | 'cli'

declare const brand: unique symbol

/**
 * For whom thoughts are read. Whatever reads thoughts for somebody takes one, so that a reader without it does not compile. The brand keeps an
 * object literal from being one: the only two are made here, and a handler gets its own from the dispatcher.
 */
export interface Viewer {
  readonly [brand]: true
  /** Whether private thoughts, and what was made of them, are shown. */
  readonly seesPrivate: boolean
  /** Whether thoughts in the trash are shown. */
  readonly seesTrash: boolean
}

function define(rights: Omit<Viewer, typeof brand>): Viewer {
  return Object.freeze(rights) as Viewer
}

/** Work of the vault itself, whose results stay on this computer, and the person in the window. */
export const theVault = define({ seesPrivate: true, seesTrash: true })

/** Programs, and work whose text goes to another computer: as if private thoughts did not exist. */
export const sharedOnly = define({ seesPrivate: false, seesTrash: false })

/** The viewer behind a call. For the dispatcher alone: other code passes on the viewer it was given. */
export function viewerOf(host: Host): Viewer {
  return host === 'window' ? theVault : sharedOnly
}

/** Whether the viewer may see this row, as far as privacy goes. `private` is a flag as SQLite or an entity has it. */
export function maySee(viewer: Viewer, row: { private: boolean | number }): boolean {
  return viewer.seesPrivate || !row.private
}

/**
 * For work on one item that reads others: private ones go into what is private itself and made on this computer, and into nothing else.
 */
export function viewerOfWork(item: { private: boolean | number }, engine: { leavesComputer(): boolean }): Viewer {
  return item.private && !engine.leavesComputer() ? theVault : sharedOnly
}
