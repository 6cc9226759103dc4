import type { OutlineNeighbour, OutlineThought } from '../../../../src/main/features/thinking/builtin/outline-thought'

/** 14 November 2023, noon UTC: the same day in every zone. */
export const NOON = 1_699_963_200_000

export const thought = (title: string, body = title): OutlineThought => ({ id: 'thought', title, body, createdAt: NOON })

export const neighbours = (...texts: [title: string, body: string][]): OutlineNeighbour[] =>
  texts.map(([title, body], i) => ({ id: `n${i + 1}`, title, body, createdAt: NOON - 86_400_000, score: 0.8 - i / 10 }))

export const bets = thought(
  'Meetings should end with a written bet',
  `We argue for an hour and then nobody writes down what we expect to happen. Three months later everyone remembers having been right.

End every decision meeting with one written, dated line that can turn out wrong. It goes into the minutes we already take, for decision meetings only; stand-ups stay out. If eight in ten meetings leave a line by March, it works.

The risk is that bets get worded so that they cannot be lost. Who scores a bet when its owner has left the team?

- [ ] Try it on Thursday with the pricing meeting`,
)

export const remote = thought(
  'Remote work',
  'Remote work makes people lonely and therefore less creative. Everyone knows it. My friend quit after a year. We need to bring people back at least three days a week.',
)

export const notizen = thought(
  'Notizen verrotten von den Rändern her',
  `Notizen verrotten von den Rändern her: erst verschwindet der Zusammenhang, dann der Grund. Das Problem ist, dass niemand den Grund mit aufschreibt.

Ab jetzt schreibe ich zu jeder Notiz einen Satz mit dem Wort „weil“. Nur für Gedanken, nicht für Einkaufslisten. Wenn nach einem Monat acht von zehn Notizen noch verständlich sind, hat es sich gelohnt.

Das Risiko: Ich schreibe Gründe, die gut klingen. Anfangen werde ich am Montag.`,
)

export const japanese = thought(
  '余白を先に決め、文字を後に置く',
  '余白を先に決め、文字を後に置く。文字から始めると、余白は残り物になる。なぜ私たちは逆の順で作るのか？',
)

export const packing = thought(
  'Packing list Lisbon',
  '- passport\n- charger, EU plug\n- rain jacket\n- [ ] print boarding pass\n- [x] tell the bank',
)
