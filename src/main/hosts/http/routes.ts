import { AppError } from '../../../shared/errors'
import { sendResult } from './answer'
import type { HttpCall, RouteModule } from './route-module'

export interface Routes {
  /** Answers a request that passed the guard. Never rejects. */
  handle(call: HttpCall): Promise<void>
  /** Ends what is kept open, of one token or of all. */
  end(tokenId?: string): void
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', 'There is nothing at this address. GET /v1/contract lists what there is.')
}

/** Gives each request to the part of the API that takes it. `onFault` is told the id of a request that failed for no reason of its own. */
export function createRoutes(modules: readonly RouteModule[], onFault: (requestId: string) => void): Routes {
  return {
    async handle(call) {
      try {
        const module = modules.find((one) => one.takes(call))
        if (!module) throw notFound()
        await module.handle(call)
      } catch (error) {
        if (!(error instanceof AppError)) onFault(call.id)
        const { code, message, data } =
          error instanceof AppError
            ? error
            : new AppError('INTERNAL', 'Something went wrong inside the app. Look whether the change was made, then try again.')
        sendResult(call, { ok: false, error: { code, message, ...(data ? { data } : {}) } })
      }
    },
    end(tokenId) {
      for (const module of modules) module.end?.(tokenId)
    },
  }
}
