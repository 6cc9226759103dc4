import type { LanguageRules } from './language-rules'
import { pairs, startsWith, words } from './word-pattern'

const month = 'january|february|march|april|june|july|august|september|october|november|december'
const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const number = `\\d[\\d.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|
ninety|hundred|thousand|million|half|a third|a quarter|a dozen`
/** Verbs that begin an order. */
const orders = `add|compile|contact|interview|allow|apply|ask|avoid|ban|begin|borrow|bring|build|buy|cancel|carry|choose|collect|compare|count|create|decide|delete|do|don't|draft|
draw|eat|explain|find|finish|fix|follow|forget|freeze|get|give|go|hire|hold|invite|keep|leave|lend|let|listen|make|measure|meet|merge|mix|move|never|
open|pay|pick|prefer|prepare|publish|put|raise|read|reduce|remove|repair|replace|reply|reserve|rewrite|run|salt|save|sell|send|set|share|ship|show|skip|
speak|split|start|stay|stop|subscribe|switch|take|talk|teach|tell|throw|treat|try|turn|update|use|wait|wake|wash|write`

/** Verbs that are nouns as often: an order only before an article and the like. */
const nounOrders = `answer|book|call|change|charge|check|close|cut|design|drop|email|end|limit|list|look|name|offer|order|pair|plan|plant|practise|practice|
price|print|record|rent|review|schedule|score|sleep|store|test|track|train|visit|walk|water|multiply`
const span = `(?:the (?:next|first) )?(?:a|one|${number}) (?:days?|weeks?|months?|quarters?|years?|sprints?)`
const noVerbNext = '(?! (?:is|are|was|were|has|have|had|of|and|or|can|will|should|must|may|does|makes?|costs?|wins?)(?![\\p{L}]))'
const determiner =
  '(?= (?:the|a|an|my|our|your|it|them|him|her|each|every|all|one|two|three|this|that|these|those|everything|everyone|no|only|both|by|\\d+)(?!\\p{L}))'

/** Sentences in English. */
export const englishRules: LanguageRules = {
  problem:
    words(`problems?|troubles?|difficult(?:y|ies)|struggl(?:e|es|ed|ing)|fail(?:s|ed|ing|ures?)?|broken|wast(?:e|es|ed|ing)|bottlenecks?|
    (?<!not )too (?!bad|good)\\p{L}+|(?:run|runs|ran|running) out of|
    lacks?|lacking|is missing|are missing|shortage|not enough|hard to|keeps? (?:forgetting|losing|failing|breaking|missing|coming back|getting)|
    forgets?|forgotten|gets? lost|lost (?:track|time|money|hours?|days?)|stuck|confus(?:ed|es|ing|ion)|annoy(?:s|ed|ing)|frustrat(?:ed|es|ing|ion)|
    complain(?:s|ed|ts?)?|go(?:es)? wrong|went wrong|gathers? dust|rots?|crash(?:es|ed)?|breaks? down|broke down|suffers?|too short by|
    (?:was|were|is|are) short by|costs? (?:us|me|them|too)|nobody (?:knows|reads|writes|uses|remembers|owns up|answers|maintains|tests)|
    no one (?:knows|reads|writes|uses|remembers|answers)|(?:can't|cannot|could not|couldn't) (?:find|tell|see|keep|remember|afford|sleep|decide|agree)`),
  problemHint: words(
    `nobody|no one|none of|never|cannot|can't|without|despite|although|slow|late|expensive|tired|worse|noise|debt|pressure|afraid`,
  ),
  noProblem: words(
    `(?:no|not a|not the|without|(?:cannot|can't|could not|couldn't|do not|don't) (?:see|find|think of|have) (?:a|any)|isn't a|solved? the|solves? the|fixes the|never a) (?:real |big )?(?:problems?|troubles?|difficulty)|never fails?|what if|can't fail|hard to beat`,
  ),
  goal: words(`success|succeeds?|successful|goals?|targets?|aim(?:s|ing)? (?:for|at|to|is)|criterion|criteria|kpi|measure of|measured by|works? (?:if|when|once)|
    worked (?:if|when|once)|done when|counts? as|worth it (?:if|when)|know (?:it|that it|this|we|I)[^.]{0,30} (?:when|if)|stop (?:it )?(?:if|when)|give up (?:if|when)|
    right if|wrong if|if [^.]{3,90},? (?:then )?(?:it|this|that|we|I|keep|the \\p{L}+) (?:works?|worked|succeeds?|counts?|is (?:right|worth|good)|pays?|stays?|keep it|it)|keep it if|proved (?:right|wrong) (?:if|when)|good enough (?:if|when)|win if|won if|pays? off (?:if|when)`),
  aim: words('want(?:s)? to|want(?:s)?|hope to|aim to|plan to'),
  deadline: words(
    `(?:by|before|until) (?:the )?(?:end of |mid-?|early |late )?(?:${month}|may|${weekday}|next \\p{L}+|christmas|summer|winter|spring|autumn|(?:19|20)\\d\\d|q[1-4])`,
  ),
  taskVerb: startsWith(
    `(?:${orders})(?!\\p{L})${noVerbNext}|(?:${nounOrders}|phone|mail|fetch|clean|ring|order|sign|file|sort|copy|fill|pack|paint|sew|sow)(?= \\p{L})`,
    '(?:first|next|then),? ',
  ),
  bound: words(
    `(?:at least|at most|no more than|no fewer than|no less than|fewer than|less than|more than|under|below|above|within|up to) (?:the |about |around )?(?:${number})`,
  ),
  duty: words(`should|must|ought to|needs? to|has to|have to|want(?:s|ed)? to|we want|I want|will|shall`),
  scope:
    words(`for (?!(?:not|if)(?!\\p{L}))(?:\\p{L}+ ){1,5}only(?=[,.;:)]|$| for)|(?<=, )for ${span}(?=[,.;:)]|$| only)|(?<=(?:try|trial|test|pilot|run|experiment)(?:s|ing)?(?: (?!ago)[\\p{L}-]+){0,8} )for ${span}|(?<!\\b(?:the|not|if|an|my|our|their|his|her) )only (?:for|in|on|at|with|within|when|if|to|by|during|between|after|before|while|one|two|three|decisions?|people|those|the)|
    just for|except(?: for| when| in| that)?|excluding|other than|out of scope|not for|(?:does|do) not (?:cover|apply|include|count)|
    (?:doesn't|don't) (?:cover|apply|include|count)|limited to|restricted to|for now|leav(?:e|es|ing) out|stays? out|apart from|not including|not about|
    within (?:a|an|one|the|this|our|my|${number}) (?:team|weeks?|months?|quarters?|years?|city|company|house(?:hold)?|department|neighbou?rhood|project|budget|hours?|days?|minutes?)|nothing else`),
  approach:
    words(`I propose|we propose|(?:I|we) (?:will|am going to|are going to|decided|choose|chose|plan to|have decided|picked|intend to|am building|are building|am switching|are switching)|
    (?:I|we)'ll|(?:I'm|we're) (?:going to|switching|building|trying)|the plan is|let's|the approach is|the idea is to|my plan|our plan|the fix is|the answer is to|
    the way (?:out|to do it|forward) is|decided to|the solution is|the rule is|I'd rather|from now on|works like this|a member (?:books|pays|gets|brings)`),
  imperative: startsWith(
    `(?:${orders})(?!\\p{L})${noVerbNext}|(?:${nounOrders})${determiner}`,
    '(?:so|then|first|instead|therefore|now|next|please|always|better|just|and|or),? ',
  ),
  doubt:
    words(`not sure|unsure|undecided|I don't know|we don't know|do not know|unclear|unknown|I wonder|to be decided|to be defined|tbd|tbc|open question|(?:I|we) have no idea|had no good answer|no answer yet|
    remains to be seen|have not decided|haven't decided|not decided|not (?:yet )?(?:clear|known)|(?<!\\b(?:and|with|has|have|had|of) )no idea|don't see how|hard to say|who knows|yet to decide|need to find out|must find out`),
  priorArt:
    words(`according to|et al|stud(?:y|ies) (?:by|of|from|shows?|found|on|in|that)|paper (?:by|on|from|that)|papers|the paper|(?:a|the|his|her|their) book|research (?:by|shows?|from|on|found)|survey|
    (?:others|they|people|somebody|someone) (?:have |has )?(?:already )?(?:tried|did this|do this|built|solved)|
    has been tried|was tried|were compared|already exists|existing (?:tools?|apps?|work|solutions?)|as (?:described|proposed|shown) (?:by|in)|inspired by|borrowed from|similar to|
    read (?:in|about it in)|I read that|quoted? (?:from|in)|doi|isbn|reference|tradition of|an old (?:idea|rule|saying)|my (?:earlier|old|previous|last) (?:note|thought)|I (?:wrote|noted|argued) (?:in|earlier|before|last)`),
  risk: words(`risks?|risky|dangers?|dangerous|downsides?|drawbacks?|side effects?|trade-?offs?|worst case|go(?:es)? wrong|unless|liability|fragile|vulnerable|backfires?|
    at the cost of|the price (?:is|of it)|(?:I|we) (?:fear|worry)|I'm (?:afraid|worried)|we're (?:afraid|worried)|threat(?:ens?)?|lawsuit|burn ?out|lock-in|the catch is|single point of failure`),
  possibility: words(`might|may|could|if|would`),
  harm: words(`fails?|breaks?|lose|loses|lost|cannot|wrong|ignored?|forget|forgotten|hurts?|harm|damage|leaks?|floods?|quit|leaves?|collapse|worse|gam(?:e|ed|ing)|cheat|abused?|
    too (?:late|much|many|expensive|slow|few)|nobody|no one|resent|bored|overload|expensive|churn|fall apart|dies?`),
  reservation: words(`but|however|(?<=[,;] |^)yet|though|although|on the other hand|then again|(?<=[,;] |^)still|even so`),
  firstStep: words(
    `(?:the )?first step|next step|first thing|start(?:ing)? (?:with|by|on|small|next|tomorrow|today|${weekday}|this|in)|begin(?:ning)? (?:with|by|on|next)|milestone|pilot|trial run|kick-?off|deadline|due (?:on|by|in)`,
  ),
  date: words(`(?:${month}|may \\d{1,2}|\\d{1,2} may)|(?:in|by|until|before|since|of|this|next|last) may(?! \\p{Ll})|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec|${weekday}|tomorrow|tonight|today|this (?:week|month|quarter|year|weekend|evening|afternoon|morning)|
    next (?:week|month|quarter|year|weekend|summer|winter|spring|autumn)|(?:the )?end of (?:the |this |next )?(?:week|month|quarter|year)|q[1-4](?: \\d{4})?|(?:19|20)\\d\\d|\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|
    within (?:a|one|the|\\d+) (?:day|week|month|quarter|year)s?|in (?:a|one|two|three|\\d+) (?:days?|weeks?|months?|years?)`),
  numberWord: words(number),
  reason: words(
    `because|(?<=[,;.] )otherwise|or else|since|as a result of|due to|thanks to|the reason (?:is|why)|that is why|which is why|given that|the point is`,
  ),
  conclusion: words(
    `therefore|thus|hence|which means|that means|this means|means that|it follows|leads? to|results? in|causes?|makes? (?:it|us|me|them|people|you|everyone)|consequently|as a result`,
  ),
  example: words(
    `for example|for instance|e\\.g|such as|like when|in one case|last (?:week|month|year|time|summer|winter|spring|autumn)|yesterday|once I|when I|we tried|I tried|I have seen|I saw|we saw|seen (?:in|at|on|with)|I measured|we measured`,
  ),
  opinion: words(
    `I think|I believe|I suspect|the difference is|the point is|what matters|the truth is|it turns out|means|the real|in truth|the trick is|the lesson is|the opposite of`,
  ),
  absolute: words(
    `always|never|nobody|no one|everyone|everybody|everything|nothing|none|every|impossible|all (?:of|the|people|teams|companies)|no \\p{L}+ (?:ever|can|will)|the only`,
  ),
  vague: words(
    `many|most|often|usually|a lot(?: of)?|few|rarely|some people|sometimes|frequently|several|various|much of|huge|significant(?:ly)?|soon|eventually`,
  ),
  comparative: words(
    `better|faster|slower|cheaper|easier|harder|stronger|weaker|safer|simpler|worse|happier|healthier|clearer|smarter|quicker|longer|shorter|bigger|smaller|more (?:effective|efficient|useful|productive|reliable|important|honest|expensive)`,
  ),
  than: words(`than|compared|versus|vs|instead of|rather`),
  certainty: words(
    `obviously|clearly|of course|undoubtedly|without doubt|certainly|everyone knows|it is clear that|needless to say|definitely`,
  ),
  noActor: words(`(?:should|must|ought to|needs? to|has to|have to) be \\p{L}+(?:ed|en|t|wn|ne)(?! by)`),
  oneCase: words(`a friend of mine|my friend|my neighbou?r|one time|I once|someone I know|a colleague|last time`),
  negation: words(
    `not|never|no|nobody|none|nothing|without|cannot|can't|don't|doesn't|didn't|won't|isn't|aren't|wasn't|weren't|shouldn't|wouldn't|couldn't|hasn't|haven't|neither|nor|no one|hardly|rarely`,
  ),
  attribution:
    /(?<![\p{L}\p{N}])(?!(?:It|He|She|They|We|You|Nobody|Everybody|Everyone|Someone|Somebody|Who|This|That|What|One|People|Which|Nothing|There) )\p{Lu}\p{Ll}{2,} (?:argues?|argued|wrote|calls it|called it|claims that|claimed|showed that|shows that|found that|suggests|proposed|describes)(?!\p{L})/u,
  abstract: /(?:ness|[^u]ality|ivity|ship|ism|dom|hood|trust|quality|value|success|culture|attention|nerve|skills?|craft)$/i,
  report: words(`asked|said|told|replied|dreamt|dreamed|called me|wrote to me`),
  definition: words(
    `by \\p{L}+ I mean|I mean by|is defined as|defined as|what I call|I call|that is to say|in other words|meaning (?:a|an|the|that)`,
  ),
  dependent: startsWith(
    `it|its|they|their|them|this|that|these|those|he|she|his|her|such|and|but|or|so|then|also|there|here|which|because|therefore|thus|hence|otherwise|instead|however|still|yet|both|neither|one of them|the same|the second|the third|the other|another|for example|for instance`,
  ),
  opposites:
    pairs(`more/less more/fewer increase/decrease increases/decreases rise/fall rises/falls faster/slower fast/slow better/worse good/bad cheap/expensive
    cheaper/costlier easy/hard easier/harder always/never always/sometimes everyone/nobody everybody/nobody all/none before/after early/late open/closed open/close
    start/stop buy/sell keep/drop keep/delete keep/forget add/remove trust/distrust help/harm helps/hurts help/hurt strong/weak win/lose public/private long/short big/small
    large/small high/low love/hate success/failure possible/impossible useful/useless necessary/unnecessary safe/dangerous safe/unsafe simple/complex quiet/loud alone/together
    remember/forget gain/lose grow/shrink grows/shrinks right/wrong true/false doubles/halves together/apart rich/poor clean/dirty full/empty honest/dishonest saves/wastes
    save/waste saves/costs speeds/slows raise/lower raises/lowers allow/forbid encourage/discourage motivates/discourages written/spoken morning/evening`),
}
