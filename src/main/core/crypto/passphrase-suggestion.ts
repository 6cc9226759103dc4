import { EFF_LONG_WORDLIST } from 'secure-password-utilities/wordlists'

/**
 * Six words drawn from the EFF's long list (7,776 words, made for this; CC BY 3.0 US): 77 bits.
 * `randomInt(n)` gives a uniform whole number from 0 to n - 1 from a cryptographic source.
 */
export function suggestPassphrase(randomInt: (bound: number) => number): string {
  return Array.from({ length: 6 }, () => EFF_LONG_WORDLIST[randomInt(EFF_LONG_WORDLIST.length)]).join(' ')
}
