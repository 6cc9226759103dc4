const longest = 2000
/** Spaces, control characters, and characters that hide or turn the text around them. */
const deceptive = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u

/**
 * The address, if it is one that may be opened outside: https, no user name or password in it, nothing hidden in its
 * text. The host comes in its ASCII form, so that look-alike letters show as "xn--…".
 */
export function readExternalUrl(text: string): URL | null {
  if (text.length > longest || deceptive.test(text) || !/^https:\/\/[^/]/i.test(text)) return null
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return null
  }
  const whole = url.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname !== ''
  return whole && !text.slice('https://'.length).split(/[/?#]/)[0]?.includes('@') ? url : null
}
