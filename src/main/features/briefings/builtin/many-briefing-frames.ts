import type { BriefingScope } from '../../../../shared/entities'

/** The fixed sentences of a briefing of many in one language, each whole by itself or with a colon before a sentence of the person's. */
export interface ManyBriefingFrames {
  opening: (scope: BriefingScope, count: number, words: string) => string
  otherLanguage: (title: string) => string
  /** The same for a title in letters that this voice cannot say. */
  otherScript: string
  questions: (count: number) => string
  next: string
  rest: (count: number) => string
  staying: (count: number) => string
}

const frames: Record<string, ManyBriefingFrames> = {
  en: {
    opening(scope, count, words) {
      const thoughts = count === 1 ? 'one thought' : `${count} thoughts`
      switch (scope) {
        case 'day':
          return `Today you wrote or changed ${thoughts}.`
        case 'week':
          return `In the last seven days you wrote or changed ${thoughts}.`
        case 'since_last':
          return `Since the last briefing ${thoughts} ${count === 1 ? 'is' : 'are'} new or changed.`
        case 'tag':
          return `You have ${thoughts} under the tag ${words}.`
        case 'search':
          return `Your search for ${words} finds ${thoughts}.`
        default:
          return `You chose ${thoughts} to hear about.`
      }
    },
    otherLanguage: (title) => `One thought is in another language. It is called “${title}”.`,
    otherScript: 'One thought is in another language and script; read it where it is written.',
    questions: (count) => (count === 1 ? 'One question is still open:' : 'These questions are still open:'),
    next: 'A next step stands written there:',
    rest: (count) =>
      count === 1 ? 'One more thought belongs to this; it is in the list.' : `${count} more thoughts belong to this; they are in the list.`,
    staying: (count) => (count === 1 ? 'One thought stays here and was left out.' : `${count} thoughts stay here and were left out.`),
  },
  de: {
    opening(scope, count, words) {
      const thoughts = count === 1 ? 'einen Gedanken' : `${count} Gedanken`
      switch (scope) {
        case 'day':
          return `Heute hast du ${thoughts} geschrieben oder geändert.`
        case 'week':
          return `In den letzten sieben Tagen hast du ${thoughts} geschrieben oder geändert.`
        case 'since_last':
          return count === 1
            ? 'Seit dem letzten Briefing ist ein Gedanke neu oder geändert.'
            : `Seit dem letzten Briefing sind ${count} Gedanken neu oder geändert.`
        case 'tag':
          return `Du hast ${thoughts} unter dem Schlagwort ${words}.`
        case 'search':
          return `Deine Suche nach ${words} findet ${thoughts}.`
        default:
          return `Du hast ${thoughts} zum Hören ausgewählt.`
      }
    },
    otherLanguage: (title) => `Ein Gedanke ist in einer anderen Sprache. Er heißt „${title}“.`,
    otherScript: 'Ein Gedanke ist in einer anderen Sprache und Schrift; lies ihn dort, wo er steht.',
    questions: (count) => (count === 1 ? 'Eine Frage ist noch offen:' : 'Diese Fragen sind noch offen:'),
    next: 'Ein nächster Schritt steht dort schon:',
    rest: (count) =>
      count === 1
        ? 'Ein weiterer Gedanke gehört dazu; er steht in der Liste.'
        : `${count} weitere Gedanken gehören dazu; sie stehen in der Liste.`,
    staying: (count) =>
      count === 1 ? 'Ein Gedanke bleibt hier und wurde ausgelassen.' : `${count} Gedanken bleiben hier und wurden ausgelassen.`,
  },
  fr: {
    opening(scope, count, words) {
      const thoughts = count === 1 ? 'une pensée' : `${count} pensées`
      switch (scope) {
        case 'day':
          return `Aujourd’hui, tu as écrit ou modifié ${thoughts}.`
        case 'week':
          return `Ces sept derniers jours, tu as écrit ou modifié ${thoughts}.`
        case 'since_last':
          return count === 1
            ? 'Depuis le dernier résumé, une pensée est nouvelle ou modifiée.'
            : `Depuis le dernier résumé, ${count} pensées sont nouvelles ou modifiées.`
        case 'tag':
          return `Tu as ${thoughts} sous l’étiquette ${words}.`
        case 'search':
          return `Ta recherche de ${words} trouve ${thoughts}.`
        default:
          return `Tu as choisi ${thoughts} à entendre.`
      }
    },
    otherLanguage: (title) => `Une pensée est dans une autre langue. Elle s’appelle « ${title} ».`,
    otherScript: 'Une pensée est dans une autre langue et une autre écriture ; lis-la là où elle se trouve.',
    questions: (count) => (count === 1 ? 'Une question reste ouverte :' : 'Ces questions restent ouvertes :'),
    next: 'Une prochaine étape y est déjà écrite :',
    rest: (count) =>
      count === 1
        ? 'Une autre pensée en fait partie ; elle est dans la liste.'
        : `${count} autres pensées en font partie ; elles sont dans la liste.`,
    staying: (count) =>
      count === 1 ? 'Une pensée reste ici et a été laissée de côté.' : `${count} pensées restent ici et ont été laissées de côté.`,
  },
  es: {
    opening(scope, count, words) {
      const thoughts = count === 1 ? 'un pensamiento' : `${count} pensamientos`
      switch (scope) {
        case 'day':
          return `Hoy escribiste o cambiaste ${thoughts}.`
        case 'week':
          return `En los últimos siete días escribiste o cambiaste ${thoughts}.`
        case 'since_last':
          return count === 1
            ? 'Desde el último resumen hay un pensamiento nuevo o cambiado.'
            : `Desde el último resumen hay ${count} pensamientos nuevos o cambiados.`
        case 'tag':
          return `Tienes ${thoughts} con la etiqueta ${words}.`
        case 'search':
          return `Tu búsqueda de ${words} encuentra ${thoughts}.`
        default:
          return `Elegiste ${thoughts} para escuchar.`
      }
    },
    otherLanguage: (title) => `Un pensamiento está en otro idioma. Se llama «${title}».`,
    otherScript: 'Un pensamiento está en otro idioma y otra escritura; léelo donde está escrito.',
    questions: (count) => (count === 1 ? 'Queda una pregunta abierta:' : 'Estas preguntas siguen abiertas:'),
    next: 'Allí ya hay escrito un próximo paso:',
    rest: (count) =>
      count === 1
        ? 'Otro pensamiento también forma parte; está en la lista.'
        : `Otros ${count} pensamientos también forman parte; están en la lista.`,
    staying: (count) =>
      count === 1 ? 'Un pensamiento se queda aquí y no se incluyó.' : `${count} pensamientos se quedan aquí y no se incluyeron.`,
  },
}

/** The frames for a language; null for one that has none, whose briefing is then the person's own sentences alone. */
export function manyFramesFor(language: string): ManyBriefingFrames | null {
  return frames[language === 'und' ? 'en' : language] ?? null
}
