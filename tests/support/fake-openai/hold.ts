import { gate } from '../gate'

/** A request that waits for its answer. */
export interface HeldRequest<Request> {
  request: Request
  /** Lets this one go. */
  answer(): void
}

/** Requests that a test keeps waiting, instead of slowing the server down and hoping to look in time. */
export interface Hold<Request> {
  /** The next request that is held, in the order in which they came; each is given once. Waits until there is one. */
  next(): Promise<HeldRequest<Request>>
  /** Answers all that wait, and holds no more. */
  release(): void
}

export interface HoldingPoint<Request> extends Hold<Request> {
  /** Settles when the request may be answered. */
  pass(request: Request): Promise<void>
}

export function createHold<Request>(matches: (request: Request) => boolean): HoldingPoint<Request> {
  const waiting: HeldRequest<Request>[] = []
  const asking: ((held: HeldRequest<Request>) => void)[] = []
  const closed = new Set<() => void>()
  let isReleased = false

  return {
    next: () =>
      new Promise((resolve) => {
        const held = waiting.shift()
        if (held) resolve(held)
        else asking.push(resolve)
      }),
    release() {
      isReleased = true
      for (const open of closed) open()
    },
    async pass(request) {
      if (isReleased || !matches(request)) return
      const { opening, open } = gate()
      closed.add(open)
      const held = { request, answer: open }
      const first = asking.shift()
      if (first) first(held)
      else waiting.push(held)
      await opening
      closed.delete(open)
    },
  }
}
