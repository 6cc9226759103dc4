import { isCommandName } from '../../../shared/contract'
import { allowanceOf, scopeOf } from '../../../shared/contract/scopes'
import { AppError } from '../../../shared/errors'
import { isReachable, wholeTextCommands } from '../../../shared/reachable-commands'
import { sendResult } from './answer'
import { unauthorized } from './guard'
import { readJsonBody } from './json-body'
import type { CreateRouteModule } from './route-module'

const address = /^\/v1\/commands\/([a-z-]{1,64})$/

/** `POST /v1/commands/<name>`: runs a command with the JSON of the body. */
export const createCommandRoute: CreateRouteModule = ({ endpoint, limits, admit }) => {
  /** A command that is not for programs looks exactly like one that does not exist. */
  function reachable(path: string) {
    const name = address.exec(path)?.[1]
    return name !== undefined && isCommandName(name) && isReachable(name, 'http') ? name : null
  }

  return {
    takes: ({ method, path, query }) => method === 'POST' && query === undefined && reachable(path) !== null,
    async handle(call) {
      const { request, response, admission } = call
      const name = reachable(call.path)
      const scope = name && scopeOf(name)
      if (!name || !scope) throw new AppError('NOT_FOUND', 'There is no such command.')
      admit(call, scope, allowanceOf(name))
      const input = await readJsonBody(request, {
        maxBytes: wholeTextCommands.includes(name) ? limits.textBodyBytes : limits.bodyBytes,
        maxDepth: limits.bodyDepth,
        onAdmitted() {
          if (request.headers.expect !== undefined) response.writeContinue()
        },
      })
      // The token may have been revoked while the body was on its way.
      if (!admission.isValid()) throw new AppError(unauthorized.code, unauthorized.message)
      sendResult(call, await endpoint.invoke(name, input))
    },
  }
}
