/** Three thoughts a new person may put into an empty vault to see what the app does with them. They link to one another. */
export const sampleThoughts: readonly { body: string; tags: string[] }[] = [
  {
    body: 'Tools gather dust evenly\n\nI counted the drills on our street once: eleven flats, nine drills, and together they ran for perhaps an hour last year. Owning a tool is mostly owning its shelf. What is scarce is the person who has used it before and is home on a Saturday.',
    tags: ['repair'],
  },
  {
    body: 'Three attempts before it is yours\n\nNobody owns a skill before the third try. The first time somebody shows you a repair, the second time you do it with them beside you, the third time alone and badly. Only after that can you show it to anyone else.',
    tags: ['repair', 'learning'],
  },
  {
    body: 'A lending library for repair skills, not tools\n\nThe tool library has four hundred drills, and nobody borrows a drill twice. What people run out of is nerve: they stand in front of the washing machine with the right screwdriver and no idea whether the next turn fixes it or floods the kitchen.\n\nSo lend the nerve. A member books ninety minutes of somebody who has done this repair before. You pay it back by standing next to the next member. Tools wear out. A shown repair doubles.',
    tags: ['repair', 'commons'],
  },
]
