import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { assertStrongPassphrase, passphraseBytes } from '../../../src/main/core/crypto/passphrase'
import { suggestPassphrase } from '../../../src/main/core/crypto/passphrase-suggestion'

describe('assertStrongPassphrase', () => {
  it.each([
    ['empty', ''],
    ['eleven characters', 'kelp-orbit3'],
    ['long only before NFKC: eleven letters as letter and accent', `${'e\u0301'.repeat(5)}abcdef`],
    ['one character repeated', 'aaaaaaaaaaaaaaaaaaaa'],
    ['one character in two cases', 'aAaAaAaAaAaAaA'],
    ['three characters in turn', 'abcabcabcabcabc'],
    ['twelve spaces', ' '.repeat(12)],
    ['a common one', 'passwordpassword'],
    ['a common one with capitals and signs', 'PassPhrase-PassPhrase!'],
    ['a row of keys', 'qwertyuiop123'],
    ['a row of digits', '123456789012'],
  ])('refuses %s', (_, passphrase) => {
    expect(() => assertStrongPassphrase(passphrase)).toThrow(expect.objectContaining({ code: 'WEAK_PASSPHRASE' }))
  })

  it.each(['twelve-chars', 'grün über 7 Berge', '我的秘密句子是十二个字呀呀', 'пароль из шести слов', '🐢🐇🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵'])(
    'accepts %s',
    (passphrase) => {
      expect(() => assertStrongPassphrase(passphrase)).not.toThrow()
    },
  )
})

describe('passphraseBytes', () => {
  it('gives the same bytes for composed, decomposed and full-width forms, which keyboards differ in', () => {
    expect(passphraseBytes('grün über Berge')).toEqual(passphraseBytes('gru\u0308n u\u0308ber Berge'))
    expect(passphraseBytes('ｐａｓｓ')).toEqual(Buffer.from('pass'))
  })

  it('takes 1,024 characters and refuses a passphrase that cannot be one', () => {
    expect(passphraseBytes('ü'.repeat(1024)).length).toBe(2048)
    expect(() => passphraseBytes('x'.repeat(5000))).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
  })
})

describe('suggestPassphrase', () => {
  it('gives six words of a list of 7,776 that pass the rules, drawn by the given source', () => {
    const bounds: number[] = []
    const words = suggestPassphrase((bound) => {
      bounds.push(bound)
      return bounds.length === 1 ? 0 : bound - 1
    }).split(' ')
    expect(bounds).toEqual([7776, 7776, 7776, 7776, 7776, 7776])
    expect(words).toEqual(['abacus', 'zoom', 'zoom', 'zoom', 'zoom', 'zoom'])
    for (let n = 0; n < 100; n++) {
      const passphrase = suggestPassphrase(randomInt)
      expect(passphrase.split(' ')).toHaveLength(6)
      expect(() => assertStrongPassphrase(passphrase)).not.toThrow()
    }
  })
})
