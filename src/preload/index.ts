import { contextBridge, ipcRenderer } from 'electron'
import type { AppEvent } from '../shared/contract/events'
import type { WireResult } from '../shared/errors'
import type { EventChannel, RequestChannel, WindowApi } from '../shared/window-api'

const eventChannel: EventChannel = 'endpoint:event'
const listeners = new Map<number, (event: AppEvent) => void>()
let subscriptions = 0

/** Every way out of this window: no caller outside this file can name a channel. */
async function request(channel: RequestChannel, ...parts: unknown[]): Promise<WireResult> {
  try {
    return await ipcRenderer.invoke(channel, ...parts)
  } catch {
    // Something that cannot be copied between processes, such as a function, or an app that is ending.
    return { ok: false, error: { code: 'BAD_INPUT', message: 'This could not be handed to the app. Nothing was changed.' } }
  }
}

ipcRenderer.on(eventChannel, (_, id: number, event: AppEvent) => listeners.get(id)?.(event))
// A page that was here before this one has left its subscriptions behind.
void request('endpoint:reset')

const api: WindowApi = {
  vault: {
    invoke: (name, input) => request('endpoint:invoke', name, input),
    subscribe(listener, afterSeq) {
      subscriptions += 1
      const id = subscriptions
      listeners.set(id, listener)
      void request('endpoint:subscribe', id, afterSeq)
      return () => {
        if (listeners.delete(id)) void request('endpoint:unsubscribe', id)
      }
    },
  },
  platform: {
    name: process.platform,
    fallbackRuntime: Number.parseInt(process.versions.electron ?? '0', 10) < 40,
    openExternal: async (url) => {
      const result = await request('platform:open-external', url)
      return result.ok && result.data === true
    },
    copyText: async (text, clearAfterSeconds) => (await request('platform:copy-text', text, clearAfterSeconds)).ok,
    saveAttachment: (id) => request('platform:save-attachment', id),
    saveBriefing: (id) => request('platform:save-briefing', id),
    saveText: (name, text) => request('platform:save-text', name, text),
    saveHive: (previewId, confirmUnverified) => request('platform:save-hive', previewId, confirmUnverified),
    reportFault: (kind) => request('platform:report-fault', kind),
    chooseFolder: () => request('platform:choose-folder'),
  },
}

// What crosses the bridge arrives frozen on the other side.
contextBridge.exposeInMainWorld('vault', api.vault)
contextBridge.exposeInMainWorld('platform', api.platform)
