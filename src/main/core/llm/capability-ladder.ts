/** What a server was found to accept for one model. Each field only ever steps down. */
export interface Capabilities {
  /** How structured output is asked for. On the lower two steps the schema also stands in the prompt. */
  format: 'json_schema' | 'json_object' | 'prompt'
  /** The field that limits the output; some servers know only one of them, some none. */
  limitField: 'max_tokens' | 'max_completion_tokens' | 'none'
  /** Whether token counts may be asked for with `stream_options`. */
  streamUsage: boolean
  /** Whether `encoding_format` may be sent for embeddings. */
  encodingFormat: boolean
  /** False once the model refused pictures. */
  images?: boolean
  /** Estimated tokens of the longest text that an embedding model took after it had refused a longer one; absent while it refused none. */
  embeddedTokens?: number
  /** The form in which a speech model sends sound that can be read; absent while the first asked for, WAV, was not refused. */
  speechFormat?: 'wav' | 'pcm'
  /** Characters of the longest text that a speech model may be given after it refused a longer one; absent while it refused none. */
  spokenCharacters?: number
}

export const fullCapabilities: Capabilities = { format: 'json_schema', limitField: 'max_tokens', streamUsage: true, encodingFormat: true }

/** Capabilities as read from a store; undefined for anything else, which is then found out anew. */
export function parseCapabilities(value: unknown): Capabilities | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { format, limitField, streamUsage, encodingFormat, images, embeddedTokens, speechFormat, spokenCharacters } =
    value as Partial<Capabilities>
  if (format !== 'json_schema' && format !== 'json_object' && format !== 'prompt') return undefined
  if (limitField !== 'max_tokens' && limitField !== 'max_completion_tokens' && limitField !== 'none') return undefined
  return {
    format,
    limitField,
    streamUsage: streamUsage !== false,
    encodingFormat: encodingFormat !== false,
    ...(images === false ? { images } : {}),
    ...(typeof embeddedTokens === 'number' && embeddedTokens > 0 ? { embeddedTokens } : {}),
    ...(speechFormat === 'wav' || speechFormat === 'pcm' ? { speechFormat } : {}),
    ...(typeof spokenCharacters === 'number' && spokenCharacters > 0 ? { spokenCharacters } : {}),
  }
}

/** Where capabilities are remembered, for each server and model. A Map in memory, or a table later. */
export interface CapabilityMemory {
  get(key: string): Capabilities | undefined
  set(key: string, capabilities: Capabilities): unknown
}

export function capabilityKey(serverRoot: string, model: string): string {
  return `${serverRoot} ${model}`
}

const refusalStatuses = new Set([400, 404, 415, 422, 500, 501])

/** What was refused: the status, the server's words, and whether they were understood as something else than a refused field. */
export interface Refusal {
  status: number
  words: string
  /** True when the words speak of the model, the key or the length of the text: then no field is blamed on suspicion. */
  explained: boolean
}

/**
 * The next lower step after a server refused a request, or undefined when the refusal is about none of our optional fields. `sent` tells
 * what the request carried. A field that the server names steps down first; a refusal that explains nothing steps down the
 * fields that servers know least, in turn, so that a handful of calls at most finds what the server takes.
 */
export function stepDown(
  current: Capabilities,
  refusal: Refusal,
  sent: { purpose: 'chat' | 'embedding'; format: boolean; limit: boolean; images?: boolean },
): Capabilities | undefined {
  if (!refusalStatuses.has(refusal.status)) return undefined
  const { words } = refusal
  const isUnexplained = (refusal.status === 400 || refusal.status === 422) && !refusal.explained
  if (sent.purpose === 'embedding') {
    return current.encodingFormat && (isUnexplained || /encoding_format/.test(words)) ? { ...current, encodingFormat: false } : undefined
  }
  const canDropImages = sent.images === true && current.images !== false
  if (canDropImages && speaksOfImages(words)) return { ...current, images: false }
  const canLowerFormat = sent.format && current.format !== 'prompt'
  const canLowerLimit = sent.limit && current.limitField !== 'none'
  // vLLM refuses a budget that does not fit beside the prompt; without the field it gives what room there is.
  if (canLowerLimit && (/max_(?:completion_)?tokens[^.]{0,60}too large/i.test(words) || onlyBudgetIsTooLarge(words)))
    return { ...current, limitField: 'none' }
  if (canLowerFormat && /response_format|json_schema|json_object|json mode|structured output|schema|grammar/i.test(words))
    return lowerFormat(current)
  if (current.streamUsage && /stream_options|include_usage/i.test(words)) return { ...current, streamUsage: false }
  if (canLowerLimit && !refusal.explained && /max_(?:completion_)?tokens/i.test(words)) return lowerLimit(current)
  if (!isUnexplained) return undefined
  // Pictures are what the fewest models take.
  if (canDropImages) return { ...current, images: false }
  if (canLowerFormat) return lowerFormat(current)
  if (current.streamUsage) return { ...current, streamUsage: false }
  return canLowerLimit ? lowerLimit(current) : undefined
}

/** "maximum context length is 8192 tokens … (12 in the messages, 8192 in the completion)": the text fits, the budget does not. */
function onlyBudgetIsTooLarge(words: string): boolean {
  const found =
    /maximum context length is (\d+) tokens[\s\S]{0,200}?\((\d+) in (?:the messages|your prompt)[,;] (\d+) (?:in|for) the completion/.exec(
      words,
    )
  if (found === null) return false
  const [context, prompt, budget] = [Number(found[1]), Number(found[2]), Number(found[3])]
  return prompt < context && budget > context / 4
}

/** Of pictures, or of a content that is a list where only text is known. */
function speaksOfImages(words: string): boolean {
  return (
    /image|vision|multi-?modal|mmproj|unsupported content/i.test(words) ||
    /content[^.]{0,60}(?:must be|should be|expected)[^.]{0,20}string/i.test(words) ||
    /(?:sequence|array|list)[^.]{0,40}expected[^.]{0,20}string/i.test(words)
  )
}

export function lowerFormat(current: Capabilities): Capabilities {
  return { ...current, format: current.format === 'json_schema' ? 'json_object' : 'prompt' }
}

function lowerLimit(current: Capabilities): Capabilities {
  return { ...current, limitField: current.limitField === 'max_tokens' ? 'max_completion_tokens' : 'none' }
}
