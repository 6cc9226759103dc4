/** Thirty notes of one November: five subjects, three contradictions, three questions that no note answers, and some that stand alone. */
const lines: readonly [day: number, title: string, body: string][] = [
  [
    2,
    'Coffee after two ruins my sleep',
    'When I drink coffee after two in the afternoon I lie awake until one. Coffee late in the day costs me sleep.',
  ],
  [
    4,
    'Sleep log, week 44',
    'Slept seven hours on days without coffee in the afternoon, five hours with it. The phone in the bedroom made it worse.',
  ],
  [9, 'Phone out of the bedroom', 'I left the phone in the kitchen and slept through the night. The bedroom stays without screens.'],
  [
    20,
    'Coffee does not affect my sleep',
    'Coffee after two in the afternoon never costs me sleep. I slept well after an espresso at five.',
  ],
  [12, 'Early mornings', 'I think best in the early morning, before anyone else is awake. Sleep before ten makes early mornings possible.'],
  [
    3,
    'Rain barrels for the garden',
    'Two rain barrels of 300 litres would water the garden beds through a dry July. The gutter on the shed feeds them.',
  ],
  [
    6,
    'Tomatoes under glass',
    'Tomatoes in the greenhouse ripen three weeks earlier than in the garden beds. They need water every morning.',
  ],
  [10, 'Compost heap', 'The compost heap needs more brown leaves; the garden beds get it in spring.'],
  [
    17,
    'Watering by drip hose',
    'A drip hose waters the tomatoes in the greenhouse without wetting leaves. Rain barrels have enough pressure if they stand high.',
  ],
  [24, 'Slugs in the garden', 'Slugs eat the lettuce in the garden beds every wet week. Which plants do slugs leave alone?'],
  [
    2,
    'Weekly review meeting',
    'The team meeting on Monday takes ninety minutes and decides nothing. We should decide in writing before the meeting.',
  ],
  [5, 'Written decisions', 'Decisions in writing survive the meeting. The team reads them later, new colleagues too.'],
  [11, 'Short meetings', 'A meeting of fifteen minutes with one decision is better than a long meeting of the whole team.'],
  [18, 'Meeting notes nobody reads', 'Nobody in the team reads the notes of the Monday meeting. Who is the reader of these notes?'],
  [25, 'Long meetings build trust', 'A long meeting of the whole team is better than a short one, since trust needs time.'],
  [1, 'Budget of the bicycle shop', 'The bicycle shop had 400 customers in October. Repairs bring more profit than new bicycles.'],
  [8, 'Bicycle shop customers', 'In October the bicycle shop had 250 customers, fewer than last year.'],
  [15, 'Winter service for bicycles', 'A winter service for bicycles fills the shop in January. Customers leave the bicycle for a week.'],
  [
    22,
    'Electric bicycles',
    'Electric bicycles need another workshop stand and training. Repairs of their batteries are dangerous in the shop.',
  ],
  [3, 'Learning the cello', 'Ten minutes of scales on the cello each evening are more than an hour on Sunday.'],
  [10, 'Cello lesson', 'The teacher says the bow hand of my cello playing is stiff. Scales slowly, with the whole bow.'],
  [
    19,
    'Practice in small pieces',
    'Practice of ten minutes each day beats one long practice. This holds for the cello and for vocabulary.',
  ],
  [7, 'Spanish vocabulary', 'Twenty Spanish words a day with cards. Words in sentences stay longer than words in lists.'],
  [14, 'Spanish verbs', 'Irregular Spanish verbs come by speaking, not by tables. Should I look for a Spanish conversation partner?'],
  [13, 'Reading list', 'I want to read fewer books and write a page on each of them.'],
  [16, 'Letter to Anna', 'Write to Anna about the summer house and the key under the stone.'],
  [21, 'Tax papers', 'The tax office wants the receipts of the home office by the end of January.'],
  [23, 'A rule for buying things', 'Wait thirty days before buying anything above a hundred euros.'],
  [5, 'Insulating the attic', 'The attic loses most of the heat. Wood fibre boards are dear but can be laid alone.'],
  [26, 'Attic boards', 'The wood fibre boards for the attic come in March, eighteen centimetres thick.'],
]

export const reflectionNotes = lines.map(([day, title, body]) => ({ title, body, at: new Date(2025, 10, day, 10).getTime() }))
