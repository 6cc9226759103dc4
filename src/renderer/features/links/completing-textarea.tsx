import { type Ref, type TextareaHTMLAttributes, useImperativeHandle, useRef } from 'react'
import { TitleList } from './title-list'
import { useTitleCompletion } from './use-title-completion'

export interface CompletingTextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  value: string
  ref?: Ref<HTMLTextAreaElement> | undefined
  /** The thought being written, which is not offered. */
  except?: string | undefined
  /** A thought that is created for a name stays here too. */
  staysHere?: boolean
}

/** A text field in which `[[` offers the titles of thoughts. While the list is open it is a combobox to a screen reader. */
export function CompletingTextarea({
  ref,
  except,
  staysHere = false,
  onKeyDown,
  onInput,
  onSelect,
  onBlur,
  ...rest
}: CompletingTextareaProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => field.current as HTMLTextAreaElement)
  const { state, listId, look, close, choose, point, ...keys } = useTitleCompletion(field, { except, staysHere })
  return (
    <>
      <textarea
        {...rest}
        ref={field}
        {...(state
          ? {
              role: 'combobox',
              'aria-expanded': true,
              'aria-haspopup': 'listbox' as const,
              'aria-autocomplete': 'list' as const,
              'aria-controls': listId,
              'aria-activedescendant': `${listId}-${state.active}`,
            }
          : {})}
        onKeyDown={(event) => {
          keys.onKeyDown(event)
          if (!event.defaultPrevented) onKeyDown?.(event)
        }}
        onInput={(event) => {
          onInput?.(event)
          void look(true)
        }}
        onSelect={(event) => {
          onSelect?.(event)
          void look(false)
        }}
        onBlur={(event) => {
          close()
          onBlur?.(event)
        }}
      />
      {state && field.current && (
        <TitleList state={state} id={listId} field={field.current} onChoose={(row) => void choose(row)} onPoint={point} />
      )}
    </>
  )
}
