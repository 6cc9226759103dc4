import {
  CallToolRequestParamsSchema,
  CompleteRequestParamsSchema,
  GetPromptRequestParamsSchema,
  ReadResourceRequestParamsSchema,
  type Result,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { AppError } from '../../../shared/errors'
import type { McpCaller } from './caller'
import { complete } from './completion'
import { createFence } from './fence'
import { followWork } from './follow-work'
import { type Params, RpcFailure, rpcCodes, withoutAbsent } from './messages'
import { errorResult, type JsonObject } from './present'
import { getPrompt, prompts } from './prompts'
import { listResources, readResource, resourceTemplates } from './resources'
import { describeTool, effectOfTool, type McpTool, runTool, scopeOfTool, withoutAbsentArguments } from './tool'
import { tools } from './tool-table'

/** One request: who asks, whether they still want the answer, and how to report progress to them. */
export interface Context {
  caller: McpCaller
  signal: AbortSignal
  report(message: string): void
}

export type Methods = Record<string, (params: Params, context: Context) => Result | Promise<Result>>

const ListParams = z.object({ cursor: z.string().max(500).optional() })

function parse<T extends z.ZodType>(schema: T, params: unknown): z.output<T> {
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw new RpcFailure(rpcCodes.invalidParams, `These params do not fit the method: ${explain(parsed.error)}`)
  return parsed.data
}

/** Where and what, without the value. */
function explain(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.length > 0 ? path.map(String).join('.').slice(0, 60) : 'input'}: ${message.slice(0, 200)}`)
    .join('; ')
}

/**
 * What can be asked of the server after `initialize`. In a file of its own, with the tools and the contract, because a client waits for the first answer and not for
 * these. `newMark` gives a new text each time that nobody can guess.
 */
export function createMethods(newMark: () => string): Methods {
  const byName = new Map<string, McpTool>(tools.map((tool) => [tool.name, tool]))
  const described = new Map<string, JsonObject>()
  const describe = (tool: McpTool): JsonObject => {
    const before = described.get(tool.name)
    if (before) return before
    const made = describeTool(tool)
    described.set(tool.name, made)
    return made
  }

  function requireRead(caller: McpCaller): void {
    if (!caller.may('read')) throw new AppError('FORBIDDEN', 'This token may not read. Make one that may in Settings, under Programs.')
  }

  async function callTool(params: Params, { caller, signal, report }: Context): Promise<JsonObject> {
    const { name, arguments: given = {} } = parse(CallToolRequestParamsSchema, params)
    const tool = byName.get(name)
    if (!tool) throw new RpcFailure(rpcCodes.invalidParams, 'There is no such tool. tools/list names them.')
    if (!caller.may(scopeOfTool(tool)))
      throw new AppError('FORBIDDEN', `This token may not use ${tool.name}. Make one that may in Settings, under Programs.`)
    const parsed = tool.input.safeParse(withoutAbsentArguments(tool, given))
    // As a result, so that the model can correct its call.
    if (!parsed.success) return errorResult(`This call does not fit the tool ${tool.name}: ${explain(parsed.error)}`)
    if (effectOfTool(tool) === 'write') caller.countWrite()
    const endWait = parsed.data.wait === true ? caller.startWait() : () => {}
    const { endpoint, maxWaitMs: maxMs } = caller
    try {
      return await runTool(tool, parsed.data, {
        endpoint,
        fence: createFence(newMark()),
        follow: (work) => followWork(work, { endpoint, signal, report, maxMs }),
      })
    } finally {
      endWait()
    }
  }

  return {
    'tools/list'(params, { caller }) {
      const { cursor } = parse(ListParams, params)
      if (cursor !== undefined) throw new RpcFailure(rpcCodes.invalidParams, 'The tools come in one page, without a cursor.')
      return { tools: tools.filter((tool) => caller.may(scopeOfTool(tool))).map(describe) }
    },
    'tools/call': (params, context) => callTool(params, context),
    'resources/list'(params, { caller }) {
      requireRead(caller)
      return listResources(parse(ListParams, params).cursor, caller, newMark)
    },
    'resources/templates/list': () => ({ resourceTemplates: [...resourceTemplates] }),
    'resources/read'(params, { caller }) {
      requireRead(caller)
      return readResource(parse(ReadResourceRequestParamsSchema, params).uri, caller, newMark)
    },
    'prompts/list': (_, { caller }) => ({ prompts: caller.may('read') ? [...prompts] : [] }),
    'prompts/get'(params, { caller }) {
      requireRead(caller)
      const { arguments: given, ...rest } = params
      const { name, arguments: known = {} } = parse(GetPromptRequestParamsSchema, {
        ...rest,
        arguments: typeof given === 'object' && given !== null ? withoutAbsent(given as Params) : given,
      })
      return getPrompt(name, known, caller, newMark)
    },
    'completion/complete'(params, { caller }) {
      requireRead(caller)
      const { ref, argument } = parse(CompleteRequestParamsSchema, params)
      return complete(ref, argument, caller)
    },
  }
}
