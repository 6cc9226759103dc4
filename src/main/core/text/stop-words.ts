/** Words that carry no topic, by language. Contractions are written without their apostrophe, as `terms.ts` compares them. */
const lists: Record<string, string> = {
  en: `
    a about above after again against ahead all almost along already also although always am among an and another any anybody anyone
    anything are arent around as ask asked at away back be became because become becomes been before being below between both but by
    came can cannot cant come could couldnt did didnt do does doesnt doing done dont down during each either else enough even ever every
    everybody everyone everything few for from further get gets getting give given go goes going gone got had hadnt has hasnt have
    havent having he her here heres hers herself him himself his how however i id if ill im in instead into is isnt it its itself ive
    just keep kept know less let lets like made make makes making many may maybe me might mine more most mostly much must my myself near
    need needs neither never no nobody none nor not nothing now of off often on once one ones only onto or other others our ours
    ourselves out over own part per perhaps put quite rather really same saw say saying says see seem seems set shall she should
    shouldnt since so some somebody someone something sometimes soon still such take taken tell telling than that thats the their theirs
    them themselves then there therefore theres these they theyre thing things this those though through thus to together told too
    toward towards under until up upon us use used using very via want wants was wasnt way we well went were werent weve what whatever
    when where whether which while who whoever whole whom whose why will with within without wont would wouldnt yes yet you youd youll
    your youre yours yourself youve`,
  de: `aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus außer bei beim bin bis bist da
    dabei dadurch dafür dagegen daher dahin damit danach dann daran darauf daraus darf darin darüber darum das dass dasselbe davon davor dazu dein
    deine dem den denn dennoch der deren des deshalb desto dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch dürfen
    eben eher ein eine einem einen einer eines einfach einige einmal er erst es etwa etwas euch euer für ganz gar geben gegen gehen geht gemacht
    gerade gewesen gibt gut hab habe haben hat hatte hatten hätte hätten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in
    indem ins irgendwie ist ja jede jedem jeden jeder jedes jemand jetzt kann kein keine keinem keinen keiner können könnte könnten lassen macht
    machen mal man manche mehr mein meine meinem meinen meiner mich mir mit muss müssen müsste nach nachdem nämlich neben nicht nichts nie niemand
    noch nun nur ob oder oft ohne pro schon sehr sei seid sein seine seinem seinen seiner seit selber selbst sich sie sind so sogar solche soll
    sollen sollte sollten sondern sonst soweit sowie statt trotzdem über um und uns unser unsere unserem unseren unter viel viele vielleicht vom
    von vor während wann war waren warum was weg wegen weil weiter welche welchem welchen welcher welches wenig wenn wer werde werden wie wieder
    will wir wird wirklich wo wollen worden wurde wurden würde würden zu zum zur zwar zwischen`,
  fr: `à afin ai ainsi alors an après as assez au aucun aucune aujourd aussi autre autres aux avait avant avec avoir ayant beaucoup bien bon c ça car ce
    ceci cela celle celles celui cependant ces cet cette ceux chaque chez ci comme comment contre d dans de depuis des dès dont donc du durant elle
    elles en encore entre es est et étaient était été être eu eux fait faire faut il ils j jamais je jusqu jusque l la là laquelle le lequel les leur
    leurs lorsque lui m ma mais me même mêmes mes moi moins mon n ne ni non nos notre nous on ont ou où par parce parfois pas pendant personne peu
    peut peuvent plus plusieurs plutôt pour pourquoi pourtant puis qu quand que quel quelle quelles quelque quelques quels qui quoi rien s sa sans se
    sera ses seulement si sinon soi soit son sont sous souvent suis sur t ta tandis te tel telle tes toi ton toujours tous tout toute toutes très trop
    tu un une va vers voici voilà vont vos votre vous y`,
  es: `a acá además ahí ahora al algo alguien algún alguna algunas alguno algunos allí ante antes aquel aquella aquello aquí así aun aún aunque bajo bien
    cada casi como cómo con contra cual cuál cuales cualquier cuando cuándo de del demás desde donde dónde dos durante e el él ella ellas ellos en entonces
    entre era eran es esa esas ese eso esos esta está están estaba estar estas este esto estos fue fueron ha había haber hace hacer hacia han hasta hay he
    incluso la las le les lo los luego mas más me mejor menos mi mientras mis misma mismo mucha muchas mucho muchos muy nada nadie ni no nos nosotros
    nuestra nuestro nunca o os otra otras otro otros para pero poco por porque pues puede pueden que qué quien quién se sea según ser si sí sido siempre
    sin sino sobre solo sólo son soy su sus también tampoco tan tanto te tener tengo tiene tienen toda todas todavía todo todos tu tú tus un una uno unos
    unas usted va ver vez y ya yo`,
  it: `a ad al alla alle anche ancora avere che chi ci come con contro cosa cui da dal dalla degli dei del della delle di dove e è era essere fa fra gli ha hanno
    ho i il in io la le lei lo loro lui ma mi mia mio molto ne nei nel nella noi non nostro o ogni per perché però più poi quale quando quanto quella quello
    questa questo qui se sei senza si sia solo sono sta su sua sul sulla suo tra troppo tu tutti tutto un una uno va vi voi`,
  pt: `a ao aos as até com como da das de dela dele depois do dos e é ela ele eles em entre era essa esse esta está este eu foi há isso isto já lhe mais mas me
    mesmo meu minha muito na não nas nem no nos nós num numa o os ou para pela pelo por porque quando que quem se sem ser seu só sua são também te tem todo um
    uma você`,
  nl: `aan al alles als altijd ben bij daar dan dat de der deze die dit doch doen door dus een en er ge geen haar had heb hebben heeft hem het hier hij hoe hun
    iemand iets ik in is ja je kan kon kunnen maar me meer men met mij mijn moet na naar niet niets nog nu of om omdat ons ook op over te tegen toch toen tot u
    uit uw van veel voor want waren was wat we wel werd wezen wie wij wil worden zal ze zelf zich zij zijn zo zonder zou`,
}

const words = new Map(Object.entries(lists).map(([lang, list]) => [lang, new Set(list.split(/\s+/).filter(Boolean))] as const))
const none: ReadonlySet<string> = new Set()

/** The stop words of a language, in lower case; none for a language without a list. */
export function stopWordsOf(lang: string): ReadonlySet<string> {
  return words.get(lang) ?? none
}

const languagesOf = new Map<string, string[]>()
for (const [lang, list] of words) for (const word of list) languagesOf.set(word, [...(languagesOf.get(word) ?? []), lang])

/** The languages, of those in Latin letters with a list, in which a word (in lower case) is a stop word. */
export function languagesOfStopWord(word: string): readonly string[] {
  return languagesOf.get(word) ?? []
}

/** Content words so common in notes that sharing one says little about what two of them have in common. */
export const commonWords: ReadonlySet<string> = new Set(
  `people person man woman world life time times day days week weeks month months year years today tomorrow hour hours minute minutes work works
  working job idea ideas thought thoughts note notes question questions answer problem problems reason case point fact kind sort lot bit place
  number numbers line side end start first last next second third new old good bad better best worse big small great long short high low right
  wrong different real sure hard easy able think thinks thinking feel feels find found look looks call called ask tell try tried help show shown
  turn happen happens happened change changes mean means matter matters live stop run left leave leaves bring brings two three four five ten
  zeit jahr jahre tag tage woche monat mensch menschen leute sache dinge arbeit frage idee gedanke beispiel grund teil neu neue gute besser
  temps jour jours année années semaine mois gens chose choses travail question idée exemple monde vie tiempo día días año años semana mes gente
  cosa cosas trabajo pregunta idea ejemplo mundo vida`.split(/\s+/),
)
