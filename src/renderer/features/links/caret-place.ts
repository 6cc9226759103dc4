/** What of a field's style decides where its letters stand. */
const copied = [
  'direction',
  'font',
  'fontFeatureSettings',
  'letterSpacing',
  'lineHeight',
  'paddingBlock',
  'paddingInline',
  'borderWidth',
  'tabSize',
  'textAlign',
  'textIndent',
  'wordSpacing',
] as const

/** Where a letter of a text field stands in the window. Lays the text before it out once more, so it is for the moment a list opens, not for every letter. */
export function caretPlace(field: HTMLTextAreaElement, at: number): { left: number; top: number; bottom: number } {
  const mirror = document.createElement('div')
  const style = getComputedStyle(field)
  for (const name of copied) mirror.style[name] = style[name]
  Object.assign(mirror.style, {
    position: 'fixed',
    left: '-10000px',
    top: '0',
    visibility: 'hidden',
    boxSizing: 'border-box',
    width: `${field.clientWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  })
  mirror.textContent = field.value.slice(0, at)
  const mark = document.createElement('span')
  mark.textContent = field.value.slice(at, at + 1) || '.'
  mirror.append(mark)
  document.body.append(mirror)
  const box = mirror.getBoundingClientRect()
  const letter = mark.getBoundingClientRect()
  const own = field.getBoundingClientRect()
  mirror.remove()
  const left = own.left + (letter.left - box.left)
  const top = own.top + (letter.top - box.top) - field.scrollTop
  return { left, top, bottom: top + letter.height }
}
