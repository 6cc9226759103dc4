import type { LanguageRules } from './language-rules'
import { pairs, startsWith, words } from './word-pattern'

const month = 'januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember'
const weekday = '(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch'
const number = `\\d[\\d.,]*|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|fünfzehn|zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig|hundert|tausend|
    million(?:en)?|hälfte|drittel|viertel|dutzend`

/** Sentences in German. */
export const germanRules: LanguageRules = {
  problem: words(`problem(?:e|en|s)?|schwierigkeit(?:en)?|scheiter(?:t|n|te)|kaputt|verschwend(?:et|en|ung)|engpass|
    zu (?:langsam|spät|viel|viele|wenig|wenige|teuer|lang|kompliziert|groß|klein|oft|schwer)|fehl(?:t|en|te)|mangel(?:t)?|nicht genug|schwer zu|vergess(?:en|e|t)|vergisst|
    geht (?:verloren|schief|kaputt)|gehen (?:verloren|schief|kaputt)|ging schief|steck(?:en|t) fest|verwirr(?:t|end|ung)|nervt|ärgert|ärgerlich|beschwer(?:t|en|den)|verstaub(?:t|en)|
    leide[nt]|kostet (?:uns|mich|zu)|(?:niemand|keiner) (?:weiß|liest|schreibt|nutzt|kennt|antwortet|fühlt sich)|verstehe? nicht|findet? (?:man|niemand|keiner)`),
  problemHint: words('niemand|keiner|nie|ohne|obwohl|langsam|teuer|müde|schlechter|lärm|druck|angst'),
  noProblem: words('kein(?:e)? (?:problem|schwierigkeiten?)|ohne probleme?|löst das problem'),
  goal: words(
    `wenn [^.]{3,100} (?:hat es sich gelohnt|lohnt es sich|ist es gelungen|hat es funktioniert|funktioniert es|bleibt es dabei|behalte(?:n)? (?:ich|wir) es)|erfolg(?:reich)?|ziel(?:e|wert)?|kriteri(?:um|en)|maßstab|gemessen an|gelungen,? wenn|funktioniert,? wenn|fertig,? wenn|lohnt sich,? wenn|gilt als|erkennen wir daran|merken wir daran|zählt,? wenn|aufhören,? wenn`,
  ),
  aim: words('wollen|will|möchten?|sollen'),
  deadline: words(`(?:bis|vor) (?:zum |zu |ende |anfang |mitte )?(?:${month}|${weekday}|weihnachten|(?:19|20)\\d\\d|\\d{1,2}\\.)`),
  taskVerb: words('\\p{L}{2,}(?:en|ern|eln)(?=[.!]?$)|\\p{L}{3,}e(?= (?:den|die|das|einen|eine|ein))'),
  bound: words(`(?:mindestens|höchstens|maximal|wenigstens|unter|über|weniger als|mehr als|innerhalb von|binnen) (?:${number})`),
  duty: words('soll(?:te|ten|en)?|muss|müssen|müsste|will|wollen|werde|werden|darf|dürfen'),
  scope:
    words(`für (?:\\p{L}+ ){1,4}allein(?!\\p{L})|(?<=(?:versuch|probeweise|test|pilot|probe|probieren)[\\p{L}]*(?: [\\p{L}-]+){0,8} |, )für (?:${number}|eine[n]?) (?:tage?|wochen?|monate?|jahre?)|(?<=, )(?:${number}) (?:wochen|monate) lang|(?<!nicht )nur (?:für|in|im|bei|beim|mit|wenn|am|an|auf|zum|zur|während|bis|einmal|ein|eine|einen|die|das|der)|ausgenommen|außer (?:bei|in|im|wenn|für|dem|der|den)|ausschließlich|nicht für|gilt nicht|beschränkt auf|begrenzt auf|vorerst|
    abgesehen von|gehört nicht dazu|innerhalb (?:eines|einer|des|der|von)|lasse(?:n)? (?:ich|wir) weg|zunächst nur`),
  approach: words(
    '(?:ich|wir) (?:werde|werden|habe(?:n)? (?:uns |mich )?(?:beschlossen|entschieden)|nehme(?:n)?|mache(?:n)?|baue(?:n)?|beginne(?:n)?|fange(?:n)?|versuche(?:n)?|probiere(?:n)?|verleihe(?:n)?|schreibe(?:n)? (?:ab|künftig|jeden|jede))|der plan ist|die lösung ist|lass(?:t)? uns|ab jetzt|ab sofort|künftig|statt ?dessen|mein plan|unser plan|die regel (?:ist|lautet)|beschlossen',
  ),
  imperative: startsWith(
    'schreib(?:e|t)?|frag(?:e|t)?|nimm|nehmt|mach(?:e|t)?|bau(?:e|t)?|kauf(?:e|t)?|ruf(?:e|t)?|hör(?:e|t)?|setz(?:e|t)?|streich(?:e|t)?|prüf(?:e|t)?|zähl(?:e|t)?|lies|lest|gib|gebt|such(?:e|t)?|fang(?:e|t)?|leg(?:e|t)?|stell(?:e|t)?|vermeide(?:t)?|behalte(?:t)?|teile(?:t)?',
    '(?:also|dann|zuerst|erst|stattdessen|jetzt|bitte|immer),? ',
  ),
  doubt: words(
    'nicht sicher|kein plan|noch nicht klar|nicht klar|noch nicht fest|weiß noch nicht|unsicher|unklar|offen(?:e)? frage|weiß nicht|wissen (?:wir )?nicht|weiß ich nicht|noch nicht entschieden|ich frage mich|fraglich|keine ahnung|noch offen|zu klären',
  ),
  priorArt: words(
    'nach (?:einer|der) (?:studie|untersuchung|umfrage)|studien?|untersuchung(?:en)?|umfragen?|forschung|(?:das|ein|sein|ihr|im|dem) buch|artikel|aufsatz|andere (?:haben|machen)|gibt es schon|gibt es bereits|angelehnt an|inspiriert von|ähnlich wie|habe ich (?:gelesen|geschrieben)|in meiner (?:früheren|alten|letzten) notiz|vorbild',
  ),
  risk: words(
    'risik(?:o|en)|riskant|gefahr(?:en)?|gefährlich|nachteil(?:e|en)?|nebenwirkung(?:en)?|haftung|schlimmstenfalls|schiefgehen|nach hinten losgehen|es sei denn|befürcht(?:e|en|ung)|sorge,? dass|der haken|zerbrechlich|anfällig|auf kosten',
  ),
  possibility: words('könnte(?:n)?|kann|können|vielleicht|wenn|falls|würde(?:n)?|möglicherweise'),
  harm: words(
    'scheiter(?:t|n)|verlier(?:t|en)|verloren|kaputt|schief|ignorier(?:t|en)|vergess(?:en|e)|vergisst|schade[nt]|schaden|niemand|keiner|zu (?:spät|viel|teuer|langsam|wenig)|schlechter|überlastet|aufgeben|abspringen',
  ),
  reservation: words('aber|jedoch|allerdings|trotzdem|dennoch|andererseits|obwohl|zwar'),
  firstStep: words(
    '(?:der )?(?:erste|erster|nächste|nächster) schritt|als erstes|zuerst|anfangen (?:mit|am|im|werde)|beginnen (?:mit|am|im)|fange(?:n)? (?:ich|wir)?|beginne(?:n)? (?:ich|wir)?|meilenstein|probelauf|testlauf|pilot|frist|fällig',
  ),
  date: words(
    `${month}|${weekday}|montags?|morgen früh|heute|(?:diese|nächste|kommende) (?:woche|monat|jahr|quartal)|(?:diesen|nächsten|kommenden) (?:monat|sommer|winter|frühling|herbst)|(?:ende|anfang|mitte) (?:der woche|des monats|des jahres|nächster woche)|(?:19|20)\\d\\d|\\d{4}-\\d\\d-\\d\\d|\\d{1,2}\\.\\s?\\d{1,2}\\.(?:\\d{2,4})?|in (?:einer|einem|zwei|drei|\\d+) (?:tagen?|wochen?|monat(?:en)?|jahr(?:en)?)|binnen (?:einer|eines)`,
  ),
  numberWord: words(number),
  reason: words('weil|sonst|andernfalls|da|denn|deshalb|deswegen|aufgrund|wegen|der grund|darum'),
  conclusion: words('also|daher|folglich|somit|sodass|so dass|das heißt|bedeutet|führt zu|macht (?:es|uns|sie|ihn)|infolgedessen'),
  example: words(
    'zum beispiel|beispielsweise|z\\. ?b|etwa wenn|letzte(?:s|n|r)? (?:woche|monat|jahr|mal)|gestern|einmal (?:habe|hat)|als ich|wir haben (?:es )?(?:versucht|gemessen|probiert)|ich habe (?:es )?(?:versucht|gemessen|gesehen)',
  ),
  opinion: words(
    'ich glaube|ich denke|ich vermute|der unterschied ist|der punkt ist|entscheidend ist|worauf es ankommt|bedeutet|in wahrheit|eigentlich|das gegenteil',
  ),
  absolute: words(
    'immer|nie|niemals|niemand|jeder|jede|jedes|jeden|alle|alles|nichts|keiner|unmöglich|der einzige|die einzige|das einzige|die einzig',
  ),
  vague: words(
    'viele|die meisten|meistens|oft|häufig|selten|manche|manchmal|einige|mehrere|bald|irgendwann|deutlich|erheblich|ziemlich viel',
  ),
  comparative: words(
    'besser|schneller|langsamer|billiger|leichter|schwerer|stärker|schwächer|sicherer|einfacher|schlechter|glücklicher|klarer|länger|kürzer|größer|kleiner|effektiver|effizienter|produktiver',
  ),
  than: words('als|verglichen|statt|gegenüber'),
  certainty: words('offensichtlich|natürlich|selbstverständlich|zweifellos|klar ist|ohne zweifel|sicherlich|jeder weiß'),
  noActor: words('(?:soll(?:te|ten)?|muss|müssen|müsste) [^.,;]{0,60}\\p{L}{2,}(?:t|en) werden'),
  oneCase: words('ein freund|eine freundin|mein nachbar|meine nachbarin|einmal habe ich|ein kollege|eine kollegin|letztes mal'),
  negation: words('nicht|nie|niemals|kein|keine|keinen|keinem|keiner|niemand|nichts|ohne|weder|kaum|selten'),
  attribution:
    /(?<![\p{L}\p{N}])(?:[Ll]aut \p{Lu}\p{Ll}{2,}|(?!(?:Es|Er|Sie|Wir|Man|Niemand|Jeder|Wer|Das|Was|Dies|Keiner) )\p{Lu}\p{Ll}{2,} (?:schreibt|argumentiert|behauptet|nennt es|zeigt,? dass))(?!\p{L})/u,
  abstract: /(?:heit|keit|schaft|ismus|ivität|vertrauen|qualität|wert|erfolg|kultur|aufmerksamkeit|mut|können)$/i,
  report: words('fragte|sagte|meinte|erzählte|antwortete|träumte|hat gesagt|hat gefragt'),
  definition: words('damit meine ich|ist definiert als|das heißt|ich nenne|verstehe ich'),
  dependent: startsWith(
    'es|er|sie|ihr|ihre|das|dies|diese|dieser|dieses|solche|und|aber|oder|dann|auch|da|dort|deshalb|daher|darum|denn|also|somit|sonst|stattdessen|jedoch|trotzdem|beide|zum beispiel|dabei|dafür|davon|dazu',
  ),
  opposites: pairs(
    'mehr/weniger steigt/sinkt schneller/langsamer besser/schlechter gut/schlecht billig/teuer leicht/schwer immer/nie immer/manchmal jeder/niemand alle/niemand vor/nach früh/spät offen/geschlossen kaufen/verkaufen behalten/wegwerfen hilft/schadet stark/schwach gewinnen/verlieren lang/kurz groß/klein hoch/niedrig möglich/unmöglich nützlich/nutzlos sicher/gefährlich einfach/kompliziert allein/gemeinsam richtig/falsch wächst/schrumpft spart/kostet',
  ),
}
