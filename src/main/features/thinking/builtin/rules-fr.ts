import type { LanguageRules } from './language-rules'
import { pairs, startsWith, words } from './word-pattern'

const month = 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre'
const weekday = 'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche'
const number = `\\d[\\d.,]*|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|quarante|cinquante|soixante|cent|cents|mille|million|moitié|tiers|quart|dizaine|douzaine`

/** Sentences in French. */
export const frenchRules: LanguageRules = {
  problem:
    words(`problèmes?|difficultés?|échou(?:e|ent|é)|échecs?|cassée?s?|gaspill(?:e|ent|age|ons)|goulot|trop (?:lent|tard|de|cher|long|compliqué|peu|souvent|lourd)e?s?|manqu(?:e|ent|ait)|pas assez|difficile (?:de|à)|
    oubli(?:e|ent|ons|é)|se perd(?:ent)?|perd(?:ons|ent)? (?:du temps|une heure|des heures)|bloquée?s?|confus(?:ion)?|agace|se plaign(?:ent|ait)|tourne mal|coûte trop|(?:personne|nul) ne (?:sait|lit|écrit|utilise|répond|note|se souvient)`),
  problemHint: words('personne ne|jamais|sans|malgré|lente?|chère?|fatiguée?|pire|bruit|pression|peur'),
  noProblem: words('pas (?:de|un) problème|sans problème|résout le problème'),
  goal: words(
    "si [^.]{3,100} (?:c'est réussi|ça marche|on garde|je garde|ça vaut|cela valait)|succès|réussite|réussi(?:e)? (?:si|quand)|objectifs?|but|critères?|mesuré|marche si|fini quand|vaut la peine si|compte comme|on saura que",
  ),
  aim: words('voulons|veux|veut|souhaite|souhaitons|espérons|vise|visons'),
  deadline: words(
    `(?:d'ici|avant|jusqu'à|jusqu'en) (?:à |la fin |fin |le |de )*(?:${month}|${weekday}|noël|(?:19|20)\\d\\d|l'été|l'hiver)`,
  ),
  taskVerb: startsWith(
    'écrire|lire|faire|mettre|prendre|vendre|rendre|suivre|réduire|construire|apprendre|inscrire|finir|choisir|réunir|ouvrir|tenir|offrir|établir|définir|obtenir|(?!(?:atelier|cahier|papier|premier|dernier|quartier|métier|hiver|mer|fer|panier|clavier|courrier|loyer|foyer|danger|étranger|boulanger|déjeuner|dîner|léger|cher|hier)(?!\\p{L}))\\p{L}{2,}er',
    "(?:d'abord|ensuite|puis),? ",
  ),
  bound: words(`(?:au moins|au plus|au maximum|moins de|plus de) (?:${number})`),
  duty: words('doit|doivent|devrait|devraient|il faut|faudrait|veux|veut|voulons|vais|allons|va'),
  scope: words(
    `pour (?:[\\p{L}’-]+ ){1,5}(?:seulement|uniquement)|(?<=, )(?:pendant|pour) (?:une|un|${number}) (?:jours?|semaines?|mois|ans?)|(?<=(?:essa|test|pilote)[\\p{L}]*(?: [\\p{L}’-]+){0,8} )pendant (?:une|un|${number}) (?:jours?|semaines?|mois|ans?)|` +
      "seulement (?:pour|dans|en|si|quand|les|le|la|avec|aux?)|uniquement|sauf|excepté|à l'exception|hors de|pas pour|ne s'applique pas|limitée? à|pour l'instant|à part|ne concerne pas|ne concerne que|exclu(?:e|s|es)?",
  ),
  approach: words(
    "je propose|nous proposons|je vais|nous allons|on va|j'ai décidé|nous avons décidé|le plan est|la solution est|je choisis|nous choisissons|désormais|à partir de maintenant|mon plan|notre plan|la règle est",
  ),
  imperative: startsWith(
    'écris|écrire|écrivez|écrivons|demande|demander|prends|prenez|fais|faites|faire|achète|acheter|appelle|appeler|commence|commencer|commençons|arrête|arrêter|arrêtons|garde|garder|mets|mettre|lis|lire|compte|compter|choisis|choisir|évite|éviter|essaie|essayer|essayons|supprime|supprimer|note|noter|notons',
    "(?:donc|alors|d'abord|ensuite|puis|plutôt),? ",
  ),
  doubt: words(
    'pas sûre?s?|sais pas|pas encore clair|pas encore décidée?|incertaine?|pas clair|je ne sais pas|on ne sait pas|nous ne savons pas|je me demande|à décider|à définir|question ouverte|aucune idée|pas encore décidé',
  ),
  priorArt: words(
    "d'après|études?|enquêtes?|recherches? (?:de|sur|montre)|le livre|un livre|son livre|article|d'autres (?:ont|l'ont)|existe déjà|inspirée? (?:de|par)|comme le fait|semblable à|j'ai lu|ma note",
  ),
  risk: words(
    "risques?|risquée?|dangers?|dangereu(?:x|se)|inconvénients?|effets? secondaires?|au pire|mal tourner|à moins que|je crains|nous craignons|j'ai peur|responsabilité|fragile|vulnérable|le prix à payer",
  ),
  possibility: words('pourrait|pourraient|peut|peuvent|peut-être|si|serait'),
  harm: words(
    'échoue|échouer|perd|perdre|perdu|casse|casser|ignor(?:e|é|er)|oubli(?:e|er|é)|nuire|nuit|abandonn(?:e|er|ent)|personne|trop (?:tard|cher|lent|peu)|pire',
  ),
  reservation: words('mais|cependant|pourtant|toutefois|néanmoins|en revanche|bien que'),
  firstStep: words(
    "première étape|premier pas|prochaine étape|commencer (?:par|lundi|en|le|demain)|commence(?:rai|rons)? (?:par|lundi|le|en|demain)|d'abord|jalon|essai pilote|échéance|date limite",
  ),
  date: words(
    `${month}|${weekday}|demain|aujourd'hui|ce soir|(?:cette|la) semaine(?: prochaine)?|(?:ce|le) mois(?: prochain)?|(?:cette|l') ?année(?: prochaine)?|fin (?:du mois|de l'année|de la semaine)|(?:19|20)\\d\\d|\\d{4}-\\d\\d-\\d\\d|\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?|dans (?:une?|deux|trois|\\d+) (?:jours?|semaines?|mois|ans?)|d'ici`,
  ),
  numberWord: words(number),
  reason: words("parce que|sinon|parce qu|car|puisque|puisqu|grâce à|à cause de|la raison|c'est pourquoi"),
  conclusion: words('donc|ainsi|par conséquent|ce qui signifie|cela signifie|du coup|entraîne|mène à|rend'),
  example: words(
    "par exemple|p\\. ex|notamment|la semaine dernière|le mois dernier|l'an dernier|hier|une fois|quand j'ai|nous avons essayé|j'ai (?:essayé|vu|mesuré)",
  ),
  opinion: words('je pense|je crois|la différence est|le fond est|ce qui compte|signifie|en vérité|le contraire'),
  absolute: words('toujours|jamais|personne|tout le monde|tous les|toutes les|chaque|rien|impossible|aucune?|le seul|la seule'),
  vague: words('beaucoup|la plupart|souvent|parfois|rarement|plusieurs|certains|quelques|bientôt|énormément'),
  comparative: words(
    'mieux|meilleure?s?|pire|plus (?:rapide|lent|facile|difficile|cher|simple|fort|utile|efficace|sûr|clair|long|court|grand|petit)e?s?',
  ),
  than: words('que|qu|comparée?|plutôt|au lieu de'),
  certainty: words('évidemment|bien sûr|clairement|sans aucun doute|certainement|tout le monde sait'),
  noActor: words('(?:doit|doivent|devrait|devraient) être \\p{L}+(?:é|ée|és|ées|i|ie|is|it|ite|u|ue|us|ues)(?! par)'),
  oneCase: words('un ami|une amie|mon voisin|ma voisine|une fois|un collègue|une collègue|la dernière fois'),
  negation: words('ne|n|pas|jamais|personne|rien|sans|aucun|aucune|ni|guère'),
  attribution:
    /(?<![\p{L}\p{N}])(?:[Ss]elon \p{Lu}\p{Ll}{2,}|(?!(?:Il|Elle|On|Nous|Vous|Personne|Qui|Cela|Ce|Ça) )\p{Lu}\p{Ll}{2,} (?:écrit|affirme|soutient|appelle|montre que))(?!\p{L})/u,
  abstract: /(?:ivité|isme|confiance|qualité|valeur|succès|culture|attention)$/i,
  report: words("a demandé|a dit|disait|m'a raconté|a répondu|j'ai rêvé"),
  definition: words("j'entends par|c'est-à-dire|défini(?:e)? comme|j'appelle|je veux dire"),
  dependent: startsWith(
    "il|elle|ils|elles|ce|c'est|cela|ça|ceci|cette|ces|et|mais|ou|alors|aussi|là|donc|ainsi|sinon|pourtant|cependant|car|les deux|par exemple|y|en",
  ),
  opposites: pairs(
    'plus/moins augmente/diminue mieux/pire bon/mauvais facile/difficile toujours/jamais toujours/parfois tous/aucun avant/apres tot/tard ouvert/ferme acheter/vendre garder/jeter aide/nuit fort/faible gagner/perdre long/court grand/petit possible/impossible utile/inutile simple/complique seul/ensemble vrai/faux',
  ),
}
