import type { Endpoint } from './client'
import type { WireResult } from './errors'

/** What the window may ask of the desktop itself. */
export interface PlatformApi {
  /** As Node names it: linux, darwin, win32. */
  name: string
  /** True on the old Electron that stands in where the current one cannot be had; the window says so. */
  fallbackRuntime: boolean
  /** Asks the person, then opens an https address in their own browser. Answers whether it was opened. */
  openExternal(url: string): Promise<boolean>
  /** Puts text on the clipboard; after `clearAfterSeconds` it is taken off again if it is still there. */
  copyText(text: string, clearAfterSeconds?: number): Promise<boolean>
  /** Asks the person for a place and saves a copy of an attached file there; `data` is its name there, or null when they chose none. */
  saveAttachment(id: string): Promise<WireResult>
  /** The same for the sound of a briefing, as a WAV file. */
  saveBriefing(id: string): Promise<WireResult>
  /** Asks the person for a place and saves a text there, at most 64 million characters; `data` as for a copy. */
  saveText(name: string, text: string): Promise<WireResult>
  /** Asks the person for a place, seals what was previewed for a peer and saves it there; `data` as for a copy. */
  saveHive(previewId: string, confirmUnverified: boolean): Promise<WireResult>
  /** Hands the name of an error in the window, such as TypeError, to the log. No message goes along: it may hold what a person wrote. */
  reportFault(kind: string): Promise<WireResult>
  /** Asks the person for a folder; `data` is its path, or null when they chose none. */
  chooseFolder(): Promise<WireResult>
}

/** All that the preload script adds to the window. */
export interface WindowApi {
  vault: Endpoint
  platform: PlatformApi
}

/** What the window asks of the main process; each is answered with a WireResult. */
export type RequestChannel =
  | 'endpoint:invoke'
  | 'endpoint:subscribe'
  | 'endpoint:unsubscribe'
  | 'endpoint:reset'
  | 'platform:open-external'
  | 'platform:copy-text'
  | 'platform:save-attachment'
  | 'platform:save-text'
  | 'platform:save-briefing'
  | 'platform:save-hive'
  | 'platform:choose-folder'
  | 'platform:report-fault'

/** What the main process tells the window: the number of a subscription, and an event for it. */
export type EventChannel = 'endpoint:event'
