import { createElement, type ReactNode } from 'react'
import { showControls } from './visible-controls'

/**
 * The language a text is most likely in, by its script alone, so that the right face is used: ja when there is kana,
 * else ko, zh or ar by their first letter in the opening 400 characters. Undefined for everything else.
 */
export function guessLanguage(text: string): 'ja' | 'ko' | 'zh' | 'ar' | undefined {
  const opening = text.slice(0, 400)
  if (/[\u3040-\u30ff]/.test(opening)) return 'ja'
  if (/[\uac00-\ud7af]/.test(opening)) return 'ko'
  if (/[\u3400-\u9fff]/.test(opening)) return 'zh'
  if (/[\u0600-\u06ff]/.test(opening)) return 'ar'
  return undefined
}

/** A line of the person's words in which direction controls, which could make it read as something else, are seen as marks. */
export function withVisibleControls(text: string): ReactNode {
  const parts = showControls(text)
  if (!parts.some((part) => part.control)) return text
  return parts.map(({ text: words, control }, index) => {
    const key = `${index} ${words}`
    return control ? createElement('bdi', { key, className: 'dir-mark' }, words) : words
  })
}

/** The person's own words: direction and language follow the text. */
export function PersonText({
  text,
  as = 'span',
  className,
}: {
  text: string
  as?: 'span' | 'h1' | 'h2' | 'p' | 'q' | 'div'
  className?: string
}) {
  return createElement(as, { className, dir: 'auto', lang: guessLanguage(text) }, withVisibleControls(text))
}
