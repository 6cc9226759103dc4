import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import { z } from 'zod'
import type { Endpoint } from '../../../shared/client'
import { AppError, type WireResult } from '../../../shared/errors'
import type { EventChannel, RequestChannel } from '../../../shared/window-api'

const eventChannel: EventChannel = 'endpoint:event'
/** A page needs one subscription; more than a few are a mistake in it. */
const maxSubscriptions = 16

export interface IpcDependencies {
  ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>
  endpoint: Endpoint
  /** Whether the message comes from the main frame of our own window while it shows our own page. */
  isOwnPage: (event: IpcMainInvokeEvent) => boolean
  openExternal: (url: string) => Promise<boolean>
  copyText: (text: string, clearAfterSeconds?: number) => void
  saveAttachment: (id: string) => Promise<string | null>
  saveText: (name: string, text: string) => Promise<string | null>
  saveBriefing: (id: string) => Promise<string | null>
  saveHive: (previewId: string, confirmUnverified: boolean) => Promise<string | null>
  chooseFolder: () => Promise<string | null>
  /** Takes the name of an error of the window. */
  reportFault: (kind: string) => void
}

interface Route {
  parse: (parts: unknown[]) => { run: (sender: WebContents) => WireResult | Promise<WireResult> } | null
}

function route<P extends z.ZodType<unknown[]>>(
  parts: P,
  run: (input: z.output<P>, sender: WebContents) => WireResult | Promise<WireResult>,
): Route {
  return {
    parse(given) {
      const parsed = parts.safeParse(given)
      return parsed.success ? { run: (sender) => run(parsed.data, sender) } : null
    },
  }
}

const done: WireResult = { ok: true, data: {} }
/** Kinds of file that hold text and that no system runs when they are opened. */
const TextFileName = z
  .string()
  .max(200)
  .regex(/.\.(?:md|csv|txt|json|hivecard)$/)
/** The name of an error, which holds nothing of anybody's text. */
const FaultKind = z.string().regex(/^[A-Za-z]{1,40}$/)
/** Faults of the window written to the log while the app runs: one that comes with every frame must not fill it. */
const MAX_FAULTS = 100
const SubscriptionId = z.number().int().min(1).max(1_000_000_000)

/**
 * The one router between the window and the app. Every message passes the same three steps: is it our page, does it have
 * the shape of its channel, then its handler; commands are parsed once more by the app. Nothing is ever thrown back,
 * because Electron would send the stack along. Returns the way to take the router down.
 */
export function serveIpc(dependencies: IpcDependencies): () => void {
  const {
    ipcMain,
    endpoint,
    isOwnPage,
    openExternal,
    copyText,
    saveAttachment,
    saveText,
    saveBriefing,
    saveHive,
    chooseFolder,
    reportFault,
  } = dependencies
  let faults = 0
  const subscriptions = new Map<WebContents, Map<number, () => void>>()

  function forget(sender: WebContents): void {
    for (const stop of subscriptions.get(sender)?.values() ?? []) stop()
    subscriptions.get(sender)?.clear()
  }

  function subscriptionsOf(sender: WebContents): Map<number, () => void> {
    const known = subscriptions.get(sender)
    if (known) return known
    const own = new Map<number, () => void>()
    subscriptions.set(sender, own)
    sender.on('render-process-gone', () => forget(sender))
    sender.on('did-navigate', () => forget(sender))
    sender.on('destroyed', () => {
      forget(sender)
      subscriptions.delete(sender)
    })
    return own
  }

  const routes: Record<RequestChannel, Route> = {
    'endpoint:invoke': route(z.tuple([z.string().max(64), z.unknown()]), ([name, input]) => endpoint.invoke(name, input)),
    'endpoint:subscribe': route(z.tuple([SubscriptionId, z.number().int().min(0).optional()]), ([id, afterSeq], sender) => {
      const own = subscriptionsOf(sender)
      if (own.has(id)) throw new AppError('CONFLICT', 'This subscription is already there.')
      if (own.size >= maxSubscriptions) throw new AppError('TOO_MANY_REQUESTS', 'This window listens to too many streams. End one first.')
      const stop = endpoint.subscribe((event) => {
        if (!sender.isDestroyed()) sender.send(eventChannel, id, event)
      }, afterSeq)
      own.set(id, stop)
      return done
    }),
    'endpoint:unsubscribe': route(z.tuple([SubscriptionId]), ([id], sender) => {
      const own = subscriptionsOf(sender)
      own.get(id)?.()
      own.delete(id)
      return done
    }),
    'endpoint:reset': route(z.tuple([]), (_, sender) => {
      forget(sender)
      return done
    }),
    'platform:open-external': route(z.tuple([z.string().max(2000)]), async ([url]) => ({ ok: true, data: await openExternal(url) })),
    'platform:save-attachment': route(z.tuple([z.string().max(64)]), async ([id]) => ({ ok: true, data: await saveAttachment(id) })),
    'platform:save-briefing': route(z.tuple([z.string().max(64)]), async ([id]) => ({ ok: true, data: await saveBriefing(id) })),
    'platform:save-hive': route(z.tuple([z.string().max(64), z.boolean()]), async ([previewId, confirmUnverified]) => ({
      ok: true,
      data: await saveHive(previewId, confirmUnverified),
    })),
    'platform:report-fault': route(z.tuple([FaultKind]), ([kind]) => {
      if (faults < MAX_FAULTS) reportFault(kind)
      faults += 1
      return done
    }),
    'platform:choose-folder': route(z.tuple([]), async () => ({ ok: true, data: await chooseFolder() })),
    'platform:save-text': route(z.tuple([TextFileName, z.string().max(64_000_000)]), async ([name, text]) => ({
      ok: true,
      data: await saveText(name, text),
    })),
    'platform:copy-text': route(
      z.tuple([z.string().max(1_000_000), z.number().min(1).max(600).optional()]),
      ([text, clearAfterSeconds]) => {
        copyText(text, clearAfterSeconds)
        return done
      },
    ),
  }

  async function answer(channel: Route, event: IpcMainInvokeEvent, parts: unknown[]): Promise<WireResult> {
    try {
      if (!isOwnPage(event)) throw new AppError('FORBIDDEN', 'Only the window of the app itself may ask this.')
      const call = channel.parse(parts)
      if (call === null) throw new AppError('BAD_INPUT', 'This request does not have the shape it must have. Nothing was changed.')
      return await call.run(event.sender)
    } catch (error) {
      const { code, message } =
        error instanceof AppError
          ? error
          : new AppError('INTERNAL', 'Something went wrong inside the app. Look whether the change was made, then try again.')
      return { ok: false, error: { code, message } }
    }
  }

  for (const [channel, handler] of Object.entries(routes)) ipcMain.handle(channel, (event, ...parts) => answer(handler, event, parts))

  return () => {
    for (const channel of Object.keys(routes)) ipcMain.removeHandler(channel)
    for (const sender of subscriptions.keys()) forget(sender)
    subscriptions.clear()
  }
}
