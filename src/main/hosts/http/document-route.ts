import { sendJson, sendResult } from './answer'
import { type ContractDocument, describeContract } from './contract-document'
import { describeOpenApi, type OpenApiDocument } from './openapi-document'
import type { CreateRouteModule } from './route-module'

/** `GET /v1/contract` and `GET /v1/openapi.json`: what there is, for whoever holds any token. */
export const createDocumentRoute: CreateRouteModule = ({ admit, appVersion, baseUrl }) => {
  let contractDocument: ContractDocument | undefined
  let openApi: OpenApiDocument | undefined

  return {
    takes: ({ method, path, query }) => method === 'GET' && query === undefined && (path === '/v1/contract' || path === '/v1/openapi.json'),
    async handle(call) {
      admit(call, 'any', 'read')
      contractDocument ??= describeContract()
      if (call.path === '/v1/contract') return sendResult(call, { ok: true, data: contractDocument })
      openApi ??= describeOpenApi(contractDocument, { appVersion, url: baseUrl() })
      sendJson(call, 200, openApi)
    },
  }
}
