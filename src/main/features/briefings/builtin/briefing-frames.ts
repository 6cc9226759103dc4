/** The fixed sentences of a briefing in one language. Each is whole by itself, or ends in a colon before a whole sentence of the person's. */
export interface BriefingFrames {
  written: (date: string) => string
  excerpt: string
  entries: (count: number) => string
  carries: string
  trouble: string
  speaksFor: string
  disagrees: (title: string) => string
  thereYouWrote: string
  closest: (title: string, date: string) => string
  alsoClose: (title: string) => string
  thirdClose: (title: string) => string
  alone: string
  couldGoWrong: string
  thin: string
  open: (count: number) => string
  settled: (count: number) => string
  next: string
  leftOut: string
  short: string
  invite: string
  unthought: string
  whatFor: string
}

const frames: Record<string, BriefingFrames> = {
  en: {
    written: (date) => `You wrote this on ${date}.`,
    excerpt: 'It is a long note; these are the sentences that carry it.',
    entries: (count) => `It is a list of ${count} entries.`,
    carries: 'If you keep one sentence of it, keep this one:',
    trouble: 'The trouble it starts from is this:',
    speaksFor: 'This speaks for it:',
    disagrees: (title) => `One of your earlier thoughts disagrees. It is called “${title}”.`,
    thereYouWrote: 'There you wrote:',
    closest: (title, date) =>
      date ? `The earlier thought closest to it is “${title}”, from ${date}.` : `The earlier thought closest to it is “${title}”.`,
    alsoClose: (title) => `Close to it as well is “${title}”.`,
    thirdClose: (title) => `A third one is “${title}”.`,
    alone: 'None of your earlier thoughts comes close to it yet.',
    couldGoWrong: 'This could go wrong:',
    thin: 'This is where it is thin:',
    open: (count) => (count === 1 ? 'One question is still open:' : 'These questions are still open:'),
    settled: (count) =>
      count === 0
        ? 'None of the eight readiness points is settled yet.'
        : `Of the eight readiness points, ${count} ${count === 1 ? 'is' : 'are'} settled.`,
    next: 'The next step is this:',
    leftOut: 'Code and tables in it are not read out.',
    short: 'That is all the note says, so this briefing is short.',
    invite:
      'To make something of it, add one sentence: what you claim, what you want to know, or what you want to do. With more of your own words in it, there will be more to hear.',
    unthought: 'It has not been argued with yet. Deep Think would ask what speaks against it, and what is missing.',
    whatFor: 'Ask yourself what made you write it down on that day, and whether that reason is still there.',
  },
  de: {
    written: (date) => `Das hast du am ${date} geschrieben.`,
    excerpt: 'Es ist eine lange Notiz; dies sind die Sätze, die sie tragen.',
    entries: (count) => `Es ist eine Liste mit ${count} Einträgen.`,
    carries: 'Wenn du dir einen Satz davon merkst, dann diesen:',
    trouble: 'Die Schwierigkeit, von der sie ausgeht, ist diese:',
    speaksFor: 'Dafür spricht:',
    disagrees: (title) => `Einer deiner früheren Gedanken widerspricht. Er heißt „${title}“.`,
    thereYouWrote: 'Dort hast du geschrieben:',
    closest: (title, date) => (date ? `Am nächsten steht ihr „${title}“, vom ${date}.` : `Am nächsten steht ihr „${title}“.`),
    alsoClose: (title) => `Nahe steht ihr auch „${title}“.`,
    thirdClose: (title) => `Ein dritter heißt „${title}“.`,
    alone: 'Keiner deiner früheren Gedanken kommt ihr bisher nahe.',
    couldGoWrong: 'Das könnte schiefgehen:',
    thin: 'Hier ist sie dünn:',
    open: (count) => (count === 1 ? 'Eine Frage ist noch offen:' : 'Diese Fragen sind noch offen:'),
    settled: (count) =>
      count === 0
        ? 'Von den acht Reifepunkten ist noch keiner geklärt.'
        : count === 1
          ? 'Von den acht Reifepunkten ist einer geklärt.'
          : `Von den acht Reifepunkten sind ${count} geklärt.`,
    next: 'Der nächste Schritt ist dieser:',
    leftOut: 'Code und Tabellen darin werden nicht vorgelesen.',
    short: 'Mehr steht in der Notiz nicht, deshalb ist auch dieses Briefing kurz.',
    invite:
      'Wenn etwas daraus werden soll, schreib einen Satz dazu: was du behauptest, was du wissen willst oder was du tun willst. Je mehr eigene Worte darin stehen, desto mehr gibt es zu hören.',
    unthought: 'Sie wurde noch nicht durchdacht. Deep Think würde fragen, was dagegen spricht und was fehlt.',
    whatFor: 'Frag dich, warum du sie an diesem Tag aufgeschrieben hast, und ob der Grund noch besteht.',
  },
  fr: {
    written: (date) => `Tu as écrit ceci le ${date}.`,
    excerpt: 'La note est longue ; voici les phrases qui la portent.',
    entries: (count) => `C’est une liste de ${count} éléments.`,
    carries: 'S’il ne faut en garder qu’une phrase, c’est celle-ci :',
    trouble: 'La difficulté dont elle part est la suivante :',
    speaksFor: 'Voici ce qui plaide pour elle :',
    disagrees: (title) => `Une de tes pensées antérieures n’est pas d’accord. Elle s’appelle « ${title} ».`,
    thereYouWrote: 'Tu y écrivais :',
    closest: (title, date) =>
      date ? `La pensée la plus proche est « ${title} », du ${date}.` : `La pensée la plus proche est « ${title} ».`,
    alsoClose: (title) => `Une autre pensée proche est « ${title} ».`,
    thirdClose: (title) => `Une troisième est « ${title} ».`,
    alone: 'Aucune de tes pensées antérieures ne s’en approche encore.',
    couldGoWrong: 'Voici ce qui pourrait mal tourner :',
    thin: 'Voici où elle est mince :',
    open: (count) => (count === 1 ? 'Une question reste ouverte :' : 'Ces questions restent ouvertes :'),
    settled: (count) =>
      count === 0
        ? 'Aucun des huit points de maturité n’est encore réglé.'
        : count === 1
          ? 'Un des huit points de maturité est réglé.'
          : `Sur les huit points de maturité, ${count} sont réglés.`,
    next: 'La prochaine étape est celle-ci :',
    leftOut: 'Le code et les tableaux qu’elle contient ne sont pas lus.',
    short: 'La note ne dit rien de plus, c’est pourquoi ce résumé est court.',
    invite:
      'Pour en tirer quelque chose, ajoute une phrase : ce que tu affirmes, ce que tu veux savoir ou ce que tu veux faire. Plus elle contiendra de tes propres mots, plus il y aura à entendre.',
    unthought: 'Elle n’a pas encore été discutée. Deep Think demanderait ce qui parle contre elle, et ce qui manque.',
    whatFor: 'Demande-toi pourquoi tu l’as notée ce jour-là, et si cette raison existe encore.',
  },
  es: {
    written: (date) => `Escribiste esto el ${date}.`,
    excerpt: 'La nota es larga; estas son las frases que la sostienen.',
    entries: (count) => `Es una lista de ${count} elementos.`,
    carries: 'Si has de quedarte con una sola frase, que sea esta:',
    trouble: 'La dificultad de la que parte es esta:',
    speaksFor: 'Esto habla a su favor:',
    disagrees: (title) => `Uno de tus pensamientos anteriores no está de acuerdo. Se llama «${title}».`,
    thereYouWrote: 'Allí escribiste:',
    closest: (title, date) =>
      date ? `El pensamiento más cercano es «${title}», del ${date}.` : `El pensamiento más cercano es «${title}».`,
    alsoClose: (title) => `También está cerca «${title}».`,
    thirdClose: (title) => `Un tercero es «${title}».`,
    alone: 'Ninguno de tus pensamientos anteriores se le acerca todavía.',
    couldGoWrong: 'Esto podría salir mal:',
    thin: 'Aquí es débil:',
    open: (count) => (count === 1 ? 'Queda una pregunta abierta:' : 'Estas preguntas siguen abiertas:'),
    settled: (count) =>
      count === 0
        ? 'Ninguno de los ocho puntos de madurez está resuelto todavía.'
        : count === 1
          ? 'De los ocho puntos de madurez, uno está resuelto.'
          : `De los ocho puntos de madurez, ${count} están resueltos.`,
    next: 'El siguiente paso es este:',
    leftOut: 'El código y las tablas que contiene no se leen.',
    short: 'La nota no dice nada más, por eso este resumen es corto.',
    invite:
      'Para sacar algo de ella, añade una frase: lo que afirmas, lo que quieres saber o lo que quieres hacer. Cuantas más palabras tuyas tenga, más habrá que oír.',
    unthought: 'Todavía no se ha discutido. Deep Think preguntaría qué habla en contra y qué falta.',
    whatFor: 'Pregúntate por qué la anotaste ese día, y si esa razón sigue ahí.',
  },
}

/** The frames for a language; null for one that has none, whose briefing is then the person's own sentences alone. */
export function framesFor(lang: string): BriefingFrames | null {
  return frames[lang === 'und' ? 'en' : lang] ?? null
}
