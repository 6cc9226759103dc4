/**
 * Everyday words that are no stop words, or belong to a language without a list of those here. They serve only to tell the language of a
 * text: a headline may have no stop word, and a language without rules must not pass for one that shares a few words with it.
 */
const lists: Record<string, string> = {
  en: `means mean success month months week weeks day days year years time team people work works working meeting meetings plan project
    problem risk first next last step write read buy call sell lend should must will would new old good bad better more three four five six
    seven eight nine ten hundred thirty twenty house city town school street money price cost book notes list morning night summer winter
    question answer idea friend friends children water food learn start stop ask find keep think know fails fail never always every most
    raise switch lower customers page load record less faster slower cheaper`,
  de: `woche wochen monat monate tag tage jahr jahre zeit leute menschen arbeit problem risiko erste nächste schritt schreiben lesen kaufen
    stadt haus schule straße geld preis buch notizen liste morgen sommer winter frage antwort freund kinder wasser drei vier fünf sechs
    sieben acht neun zehn zwanzig neue neuen alte gute bessere montag dienstag mittwoch donnerstag freitag brauchen braucht öffnen`,
  fr: `semaine semaines mois jour jours année années temps équipe gens travail réunion projet problème risque première prochaine étape écrire
    lire acheter ville maison école rue argent prix livre liste matin soir été hiver réponse idée ami enfants eau trois quatre cinq sept huit
    neuf vingt nouveau nouvelle vieux lundi mardi mercredi jeudi vendredi mairie ouvrir quartier`,
  es: `semana semanas día días año años tiempo equipo gente trabajo reunión proyecto problema riesgo primer próximo paso escribir leer comprar
    ciudad casa escuela calle dinero precio libro lista noche verano invierno pregunta respuesta amigo niños agua tres cuatro cinco seis
    siete ocho nueve diez veinte nuevo nueva viejo lunes martes miércoles jueves viernes ayuntamiento abrir taller barrio`,
  sv: `och att det är som för på inte av med till den har ett om var jag men från vi så kan när ska han hon eller mycket också vad alla där
    efter här bara måste varje finns utan sig hur mer nu mellan`,
  da: `og at det er som på ikke af med til den har et om var jeg men fra vi så kan når skal han hun eller meget også hvad alle der efter her
    kun hver uden sig hvordan mere nu mellem blev være`,
  no: `og at det er som på ikke av med til den har et om var jeg men fra vi så kan når skal han hun eller mye også hva alle der etter her
    bare hver uten seg hvordan mer nå mellom ble være`,
  fi: `ja on ei se että olla ovat kun niin mutta minä sinä hän tämä myös kuin joka ole oli vain jos tai kaikki voi pitää meidän me he ne nyt
    vielä sitä siitä tässä koska mitä en eivät hyvin ennen joten kanssa jos`,
  tr: `ve bir bu için çok ne de da ama daha gibi ben sen biz siz onlar var yok değil ile kadar en her şey olarak sonra mi mı ki hiç bunu
    olan ya şu o nasıl neden değildir sadece`,
  hu: `a az és hogy nem egy is van de meg csak ez ha már mert vagy még mint el ki én te ő mi ti ezt azt kell lehet volt minden sem nincs fel
    akkor itt ott nagyon lesz`,
  pl: `i w nie na się że do jest to z jak ale co o za po tak czy od już tylko dla są być który może przez jego ich jej gdy tego bardzo`,
  cs: `a se v na je že to s z do o i ale jako za by pro tak po co který jsou nebo jen když už být není jeho také jsme jsem`,
  ro: `și în nu că la de pe o un cu este sunt care mai din dar pentru ce să se am are sau fost acest această foarte când`,
}

const languagesOf = new Map<string, string[]>()
for (const [lang, list] of Object.entries(lists))
  for (const word of new Set(list.split(/\s+/))) languagesOf.set(word, [...(languagesOf.get(word) ?? []), lang])

/** The languages of these lists in which a word (in lower case) is an everyday word. */
export function languagesOfMark(word: string): readonly string[] {
  return languagesOf.get(word) ?? []
}

/** The languages that have no other list than these. */
export const markedLanguages: readonly string[] = Object.keys(lists).filter((lang) => !['en', 'de', 'fr', 'es'].includes(lang))

/** Letters that a language with outline rules never writes in its own words. */
export const foreignLetters: Record<string, RegExp> = {
  en: /[äöüßåøæőűığşčřěůłńęąśżźțșăñ]/g,
  de: /[åøæőűığşčřěůłńęąśżźțșăñçêàèù]/g,
  fr: /[äößåøőűığşčřěůłńęąśżźțșăñ]/g,
  es: /[äößåøæőűığşčřěůłńęąśżźțșăçêàèù]/g,
}
