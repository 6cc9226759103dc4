import { expect, test } from 'vitest'
import { showControls } from '../../../src/renderer/ui/visible-controls'

test('a control that turns a title around is seen; the words stay as typed', () => {
  expect(showControls('invoice\u202efdp.exe')).toEqual([
    { text: 'invoice', control: false },
    { text: '⟨RLO⟩', control: true },
    { text: 'fdp.exe', control: false },
  ])
  expect(showControls('\u2067a\u2069').map((part) => part.text)).toEqual(['⟨RLI⟩', 'a', '⟨PDI⟩'])
})

test('a text without such controls is one part, and the joiners that scripts need stay', () => {
  for (const text of ['plain', 'مرحبا', 'می\u200cخواهم', '👩\u200d🔧']) expect(showControls(text)).toEqual([{ text, control: false }])
})
