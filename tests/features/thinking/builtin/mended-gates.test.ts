import { describe, expect, it } from 'vitest'
import { outlineThesis } from '../../../../src/main/features/thinking/builtin/thesis'
import type { GateName } from '../../../../src/shared/entities'
import { thought } from './support'

const think = (body: string, title = 'A title') =>
  outlineThesis({ thought: thought(title, body), neighbours: [], expansion: '', counterpoint: '' })
const status = (body: string, name: GateName) => think(body).gates.find(({ gate }) => gate === name)?.status

describe('evidence that is denied, doubted or asked closes no gate', () => {
  it.each<[string, GateName]>([
    ['I do not know what the problem is.', 'problem-stated'],
    ['We are not sure whether there is a problem with the pump.', 'problem-stated'],
    ['I cannot see any problem with the pump.', 'problem-stated'],
    ['What is the problem with the pump?!', 'problem-stated'],
    ['The pump does not fail.', 'problem-stated'],
    ['There is no risk that I can see.', 'risks-acknowledged'],
    ['I do not see a real risk for the town.', 'risks-acknowledged'],
    ['It is not dangerous for the town.', 'risks-acknowledged'],
    ['The town has a new bridge.\n\n## Risks\n\n- None that I can see as a risk', 'risks-acknowledged'],
    ['The town has a new bridge.\n\n## Risks\n\nnone known so far', 'risks-acknowledged'],
    ['There is no first step for the bridge yet: not in March.', 'first-milestone-identified'],
    ['I do not know what success with 30 bookings is for us.', 'success-criterion'],
    ['I know of no study by anybody on this bridge.', 'prior-art-reviewed'],
    ['Ich weiß nicht, was das Problem an der Brücke ist.', 'problem-stated'],
    ['Keine Ahnung, wo das Problem mit der Brücke ist.', 'problem-stated'],
    ['We built it without any risk for the town.', 'risks-acknowledged'],
    ['Das geht ohne Risiko für die Stadt.', 'risks-acknowledged'],
    ['Das ist kein großes Problem für die Stadt.', 'problem-stated'],
    ['Es gibt kein Risiko, das ich sehen kann.', 'risks-acknowledged'],
    ['Ein Risiko sehe ich nicht, und das ist gut so.', 'risks-acknowledged'],
    ['Je ne sais pas quel est le problème avec le pont.', 'problem-stated'],
    ['Il n’y a aucun risque pour la ville.', 'risks-acknowledged'],
    ['Il n’y a pas de risque pour nous.', 'risks-acknowledged'],
    ['No sé cuál es el problema con el puente.', 'problem-stated'],
    ['No hay ningún riesgo para la ciudad.', 'risks-acknowledged'],
    ['No tengo ni idea de cuál es el problema.', 'problem-stated'],
  ])('%s', (body, name) => {
    expect(status(body, name)).toBe('open')
  })

  it.each<[string, GateName]>([
    ['The problem is that we do not know who owns the pump.', 'problem-stated'],
    ['It is not only slow: the pump fails every night.', 'problem-stated'],
    ['I am not sure why, but the pump fails every night.', 'problem-stated'],
    ['Without a list we forget the milk.', 'problem-stated'],
    ['I have no time and forget the milk.', 'problem-stated'],
    ['Ohne Liste vergessen wir die Milch.', 'problem-stated'],
    ['Sin lista olvidamos la leche de los niños.', 'problem-stated'],
    ['The risk is that nobody comes to the second meeting.', 'risks-acknowledged'],
    ['Das Risiko ist, dass niemand zur Brücke kommt.', 'risks-acknowledged'],
    ['Le problème est que personne ne sait où est le pont.', 'problem-stated'],
    ['El riesgo es que nadie venga a la reunión.', 'risks-acknowledged'],
  ])('but affirmed evidence still does: %s', (body, name) => {
    expect(status(body, name)).toBe('closed')
  })
})

describe('bare entries close no gate', () => {
  const note = `This is a note for me and it is about the things on the table.

- [ ] todo
- list one
- list two

It goes on in [[Another note]] and ends.

![a red bridge](bridge.png)`

  it('is no first step, no choice and no review', () => {
    const thesis = think(note)
    expect(thesis.gates.filter(({ gate: name, status: is }) => is === 'closed' && name !== 'open-questions-resolved')).toEqual([])
    expect(thesis.prior_art).toEqual([])
    expect(JSON.stringify(thesis.gates)).not.toMatch(/list (?:one|two)|todo/)
    expect(JSON.stringify(thesis)).not.toContain('red bridge')
  })

  it.each([
    ['- [ ] Policy draft', 'open'],
    ['- [ ] Write the branch policy', 'open'],
    ['- [ ] Write the branch policy on Tuesday', 'closed'],
    ['- [ ] First write the branch policy', 'closed'],
    ['- [ ] The old branch policy of Tuesday', 'open'],
  ])('wants a verb and a date or an order of a task: %s', (task, is) => {
    expect(status(`This is the plan for our team and it is a good one.\n\n${task}`, 'first-milestone-identified')).toBe(is)
  })

  it.each([
    ['Das ist der Plan für uns und er ist gut.\n\n- [ ] Am Montag den Plan schreiben', 'closed'],
    ['C’est le plan pour nous et il est bon.\n\n- [ ] Appeler la mairie lundi', 'closed'],
    ['Este es el plan para nosotros y es bueno.\n\n- [ ] Llamar al ayuntamiento el lunes', 'closed'],
    ['C’est le plan pour nous et il est bon.\n\n- [ ] La mairie de lundi', 'open'],
  ])('in other languages: %s', (body, is) => {
    expect(status(body, 'first-milestone-identified')).toBe(is)
  })
})

describe('gates that the text does close', () => {
  it.each<[string, GateName]>([
    ['Trial: for the payments team only, for six weeks.', 'scope-bounded'],
    ['We will try it for six weeks.', 'scope-bounded'],
    ['Nous allons tester cela avec eux, pendant six semaines.', 'scope-bounded'],
    ['Vamos a probar esto con ellos, durante seis semanas.', 'scope-bounded'],
    ['Wir testen das mit ihnen als Versuch für sechs Wochen.', 'scope-bounded'],
    ['Teams with short branches ship more often (DORA 2019).', 'prior-art-reviewed'],
    ['The DORA report of 2019 has it that small changes are safe.', 'prior-art-reviewed'],
    ['Bis März wollen wir zehn Termine schaffen.', 'success-criterion'],
    ['By March we want ten teams to use it.', 'success-criterion'],
    ['D’ici mars, nous voulons dix rendez-vous pour la ville.', 'success-criterion'],
    ['Para marzo queremos diez citas con la ciudad.', 'success-criterion'],
    ['Je vais écrire à la mairie lundi.', 'first-milestone-identified'],
    ['Première étape : écrire à la mairie lundi. C’est tout pour nous.', 'first-milestone-identified'],
  ])('%s', (body, name) => {
    expect(status(body, name)).toBe('closed')
  })

  it.each<[string, GateName]>([
    ['We argued for six weeks about the bridge.', 'scope-bounded'],
    ['It was cold in MAR 2019 and we were in the city.', 'prior-art-reviewed'],
  ])('and not: %s', (body, name) => {
    expect(status(body, name)).toBe('open')
  })
})

describe('a language without rules', () => {
  it.each([
    ['Finnish', 'Silta on rikki ja kaupunki ei voi käyttää sitä. Meidän pitää korjata se, koska kaikki tarvitsevat sitä.'],
    ['Swedish', 'Bron är trasig och staden kan inte använda den. Vi måste laga den, för alla behöver den.'],
    ['Turkish', 'Köprü bozuk ve şehir bunu kullanamıyor. Bu çok kötü bir sorun, ama için para var.'],
    ['Hungarian', 'A híd rossz, és a város nem tudja használni. Meg kell javítani, mert minden embernek kell.'],
    ['a language it cannot tell', 'Sild katki. Linn vajab uut ööd ja päeva.'],
  ])('is not judged by the rules of another: %s', (name, body) => {
    const { gates } = think(body, 'Silta')
    expect(gates.filter(({ status: is }) => is === 'closed')).toEqual([])
    expect(gates[0]?.reason).toContain(`no rules for ${name}`)
  })
})

it('takes a doubt that others have for no open question of the person', () => {
  const body =
    'What people run out of is nerve: they stand in front of the machine with the right tool and no idea whether the next turn fixes it. So lend the nerve.'
  const output = outlineThesis({
    thought: { id: 'a', title: 'Lend the nerve', body, createdAt: 0 },
    neighbours: [],
    expansion: '',
    counterpoint: '',
  })
  expect(output.open_questions.join(' ')).not.toContain('no idea')
  const doubted = outlineThesis({
    thought: { id: 'b', title: 'Lend the nerve', body: 'Lend the nerve. No idea how to price it.', createdAt: 0 },
    neighbours: [],
    expansion: '',
    counterpoint: '',
  })
  expect(doubted.gates[4]).toMatchObject({ gate: 'open-questions-resolved', status: 'open' })
})
