export interface Program {
  call(
    name: string,
    input?: unknown,
  ): Promise<{ status: number; body: { ok: boolean; data: Record<string, unknown>; error: { code: string } } }>
  get(path: string): Promise<Response>
}

/** A program that holds a token of the HTTP API and knows its address. */
export function programAt(url: string, token: string): Program {
  return {
    async call(name, input = {}) {
      const response = await fetch(`${url}/v1/commands/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      return { status: response.status, body: (await response.json()) as Awaited<ReturnType<Program['call']>>['body'] }
    },
    get: (path) => fetch(url + path, { headers: { authorization: `Bearer ${token}` } }),
  }
}
