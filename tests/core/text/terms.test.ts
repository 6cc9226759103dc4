import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentTerms, detectLanguage, sharedTerms } from '../../../src/main/core/text/terms'

const lending = `A lending library for repair skills

Nobody borrows a drill twice. A member books somebody who has done this repair before: a supervised first attempt in the library.`
const attempts = `Three attempts before it is yours

The first attempt at a repair goes wrong. The library could count the attempts.`

describe('sharedTerms', () => {
  it("gives the person's own words, pairs as pairs, and no stop words", () => {
    expect(sharedTerms(lending, attempts, 3).sort()).toEqual(['first attempt', 'library', 'repair'])
  })

  it('finds a word in another form', () => {
    expect(sharedTerms('The meetings went on.', 'One meeting went wrong.', 3)).toEqual(['meetings'])
  })

  it('compares German by stem and keeps the capital of the noun', () => {
    expect(sharedTerms('Die Notizen sind nicht mehr da.', 'Eine Notiz ist nicht genug.', 2)).toEqual(['Notizen'])
  })

  it('finds shared Japanese words although nothing stands between them', () => {
    expect(sharedTerms('余白を先に決める', '聞き手に渡す余白である', 3)).toEqual(['余白'])
  })

  it('is empty for texts with nothing but stop words in common', () => {
    expect(sharedTerms('The bread is in the oven.', 'The train is on the bridge.', 5)).toEqual([])
  })

  it('puts a telling word before an everyday one', () => {
    expect(sharedTerms('People debate hydration for a long time.', 'Hydration takes people time.', 1)).toEqual(['hydration'])
  })

  it('never gives more than the limit nor throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), fc.nat(6), (a, b, limit) => {
        expect(sharedTerms(a, b, limit).length).toBeLessThanOrEqual(limit)
      }),
    )
  })
})

describe('contentTerms', () => {
  it('ranks what the text is about first and leaves code and links out', () => {
    const terms = contentTerms(`${lending}\n\nhttps://example.org/secretpath\n\n\`\`\`\nconst leaked = 1\n\`\`\`\n`)
    expect(
      terms
        .slice(0, 2)
        .map((term) => term.surface)
        .sort(),
    ).toEqual(['library', 'repair'])
    expect(terms.map((term) => term.surface)).not.toContain('leaked')
    expect(terms.map((term) => term.surface)).not.toContain('secretpath')
  })
})

describe('detectLanguage', () => {
  it.each([
    ['The rice needs salt.', 'en'],
    ['Das ist nicht genug.', 'de'],
    ['Je ne sais pas ce que c’est.', 'fr'],
    ['No sé qué hacer con esto.', 'es'],
    ['余白を先に決める', 'ja'],
    ['人生苦短', 'zh'],
    ['나는 모른다', 'ko'],
    ['هل هذا صحيح؟', 'ar'],
    ['Я не знаю', 'ru'],
    ['Я не знаю, що їй', 'uk'],
    ['Milk', 'und'],
    ['', 'und'],
    ['42 %', 'und'],
    ['Silta on rikki ja se pitää korjata.', 'fi'],
    ['Bron är trasig och vi måste laga den.', 'sv'],
    ['Bu köprü çok eski ve güvenli değil.', 'tr'],
    ['A híd rossz, és meg kell javítani.', 'hu'],
    ['Köö süsü äärmus', 'und'],
    ['Success means thirty bookings a month', 'en'],
  ])('reads %j as %s', (text, lang) => {
    expect(detectLanguage(text)).toBe(lang)
  })

  it('is not misled by one foreign word', () => {
    expect(detectLanguage('The word 余白 means white space, and I like it.')).toBe('en')
  })
})
