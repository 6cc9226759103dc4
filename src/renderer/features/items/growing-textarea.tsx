import { type Ref, type TextareaHTMLAttributes, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { CompletingTextarea } from '../links/completing-textarea'

/** Texts longer than this scroll inside the field: measuring them at every letter would make typing slow. */
const GROWS_UP_TO = 20_000

/** A text field as tall as its text. With `completes`, `[[` offers the titles of thoughts. */
export function GrowingTextarea({
  className,
  value,
  ref,
  completes,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> & {
  value: string
  ref?: Ref<HTMLTextAreaElement>
  completes?: { except?: string | undefined; staysHere: boolean }
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const tall = value.length > GROWS_UP_TO
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = ''
    if (!tall) element.style.height = `${element.scrollHeight}px`
  }, [value, tall])
  const own = { ...rest, ref: field, value, rows: 1, dir: 'auto', className: `${className ?? ''}${tall ? ' tall' : ''}` }
  return completes ? <CompletingTextarea {...own} {...completes} /> : <textarea {...own} />
}
