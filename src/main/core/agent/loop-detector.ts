/** One step of a tool loop, as far as a repetition can be told from it. */
export interface LoopStep {
  calls: readonly { toolName: string; input: unknown; output: unknown }[]
}

/** So many times in a row the same thing has to happen. Ours: two may be a retry, four are paid for nothing. */
export const LOOP_REPEATS = 3
/** The longest cycle looked for, in steps: A; A B; A B C. Ours. */
export const LONGEST_CYCLE = 3

/**
 * Whether the last steps are one cycle of at most `LONGEST_CYCLE` steps, gone through `LOOP_REPEATS` times: the same tools with the same
 * input and the same results. Steps whose results change are progress, and steps without a call end the run by themselves.
 */
export function isLooping(steps: readonly LoopStep[], repeats = LOOP_REPEATS): boolean {
  const marks = steps.slice(-LONGEST_CYCLE * repeats).map(markOf)
  for (let period = 1; period <= LONGEST_CYCLE; period += 1) {
    if (marks.length < period * repeats) return false
    const tail = marks.slice(-period * repeats)
    if (tail.every((mark, index) => mark !== '' && mark === tail[index % period])) return true
  }
  return false
}

function markOf({ calls }: LoopStep): string {
  return calls.map(({ toolName, input, output }) => `${toolName} ${stable(input)} ${stable(output)}`).join('\n')
}

/** JSON with sorted keys, so that the order in which a model writes its fields makes no difference. */
function stable(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
        : inner,
    ) ?? 'undefined'
  )
}
