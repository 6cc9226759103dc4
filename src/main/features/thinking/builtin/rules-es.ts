import type { LanguageRules } from './language-rules'
import { pairs, startsWith, words } from './word-pattern'

const month = 'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre'
const weekday = 'lunes|martes|miércoles|jueves|viernes|sábado|domingo'
const number = `\\d[\\d.,]*|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cuarenta|cincuenta|cien|ciento|mil|millón|mitad|tercio|cuarto|docena`

/** Sentences in Spanish. */
export const spanishRules: LanguageRules = {
  problem:
    words(`problemas?|dificultad(?:es)?|fracas(?:a|an|ó|o)|fallan?|rot[oa]s?|desperdici(?:a|amos|o|an)|demasiad[oa]s?|falta(?:n)?|no hay (?:suficiente|bastante)|cuesta (?:demasiado|mucho)|difícil de|
    olvid(?:a|an|amos|o)|se pierden?|perdemos|atascad[oa]s?|confus(?:o|a|ión)|molesta|se quejan?|sale mal|nadie (?:sabe|lee|escribe|usa|responde|apunta|recuerda)`),
  problemHint: words('nadie|nunca|sin|aunque|lent[oa]|car[oa]|cansad[oa]|peor|ruido|presión|miedo'),
  noProblem: words('no (?:es|hay) (?:un |ningún )?problema|sin problemas?|resuelve el problema'),
  goal: words(
    'si [^.]{3,100} (?:funciona|lo dejamos|lo mantenemos|ha valido|habrá valido|habrá funcionado)|éxito|objetivos?|metas?|criterios?|se mide|funciona si|habrá funcionado si|vale la pena si|terminado cuando|cuenta como|sabremos que',
  ),
  aim: words('queremos|quiero|quiere|quieren|esperamos|aspiramos a'),
  deadline: words(
    `(?:para|antes de|hasta) (?:finales de |fin de |el |la )*(?:${month}|${weekday}|navidad|(?:19|20)\\d\\d|verano|invierno)`,
  ),
  taskVerb: startsWith(
    '(?!(?:lugar|hogar|taller|mujer|ayer|mar|bar|par|alquiler|azúcar|primer|tercer|poder|deber|placer|militar|escolar|familiar|popular|celular)(?!\\p{L}))\\p{L}{2,}(?:ar|er|ir)',
    '(?:primero|luego|después),? ',
  ),
  bound: words(`(?:al menos|como mínimo|como máximo|menos de|más de) (?:${number})`),
  duty: words('debe|deben|debería|deberían|hay que|tiene que|tienen que|tenemos que|quiero|queremos|voy a|vamos a'),
  scope: words(
    `para (?:\\p{L}+ ){1,5}(?:solo|sólo|solamente|únicamente|nada más)|(?<=, )(?:durante|por) (?:una?|${number}) (?:días?|semanas?|mes(?:es)?|años?)|(?<=(?:prueba|probar|probamos|piloto|ensayo|test)(?: [\\p{L}-]+){0,8} )durante (?:una?|${number}) (?:días?|semanas?|mes(?:es)?|años?)|` +
      'sólo (?:para|en|con|si|cuando|los|las|el|la)|solo (?:para|en|con|si|cuando|los|las|el|la)|solamente|únicamente|excepto|salvo|a excepción|no para|no se aplica|limitad[oa] a|por ahora|aparte de|queda(?:n)? fuera|no incluye',
  ),
  approach: words(
    'propongo|proponemos|voy a|vamos a|he decidido|hemos decidido|el plan es|la solución es|elijo|elegimos|a partir de ahora|mi plan|nuestro plan|la regla es',
  ),
  imperative: startsWith(
    'escribe|escribir|escribid|pregunta|preguntar|toma|haz|hacer|compra|comprar|llama|llamar|empieza|empezar|deja|dejar|guarda|guardar|pon|poner|lee|leer|cuenta|contar|elige|elegir|evita|evitar|prueba|probar|quita|quitar|apunta|apuntar',
    '(?:entonces|así que|primero|luego|mejor),? ',
  ),
  doubt: words(
    'no estoy segur[oa]|no estamos segur[oa]s|no tengo idea|no está decidid[oa]|no se sabe|no sé|no sabemos|no está claro|me pregunto|por decidir|por definir|pregunta abierta|ni idea|sin decidir',
  ),
  priorArt: words(
    'estudios?|encuestas?|investigaci(?:ón|ones)|el libro|un libro|su libro|artículo|otros (?:han|lo han)|ya existe|inspirad[oa] en|parecid[oa] a|leí|he leído|mi nota',
  ),
  risk: words(
    'riesgos?|arriesgad[oa]|peligros?|peligros[oa]|desventajas?|inconvenientes?|efectos? secundarios?|en el peor de los casos|salir mal|a menos que|temo|tememos|me preocupa|responsabilidad|frágil|vulnerable|a costa de',
  ),
  possibility: words('podría|podrían|puede|pueden|quizás?|tal vez|si|sería'),
  harm: words(
    'falla|fallar|fracasar|pierde|perder|perdido|romper|ignora|ignorar|olvidar|olvida|dañar|daña|abandona|abandonar|nadie|demasiado|peor',
  ),
  reservation: words('pero|sin embargo|aunque|no obstante|en cambio|por otro lado'),
  firstStep: words(
    'primer paso|siguiente paso|próximo paso|empezar (?:por|con|el|en|mañana)|empiezo|empezaremos|empezaré|hito|prueba piloto|fecha límite|plazo',
  ),
  date: words(
    `${month}|${weekday}|mañana|hoy|esta (?:semana|noche)|este (?:mes|año)|(?:la|el) (?:semana|mes|año) que viene|próxim[oa] (?:semana|mes|año)|fin(?:al)? de (?:mes|año|semana)|(?:19|20)\\d\\d|\\d{4}-\\d\\d-\\d\\d|\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?|(?:en|dentro de) (?:una?|un|dos|tres|\\d+) (?:días?|semanas?|mes(?:es)?|años?)`,
  ),
  numberWord: words(number),
  reason: words('porque|si no|de lo contrario|ya que|puesto que|debido a|gracias a|la razón|por eso'),
  conclusion: words('por tanto|por lo tanto|así que|lo que significa|eso significa|en consecuencia|conduce a|lleva a|hace que'),
  example: words(
    'por ejemplo|p\\. ?ej|como cuando|la semana pasada|el mes pasado|el año pasado|ayer|una vez|hemos probado|he probado|he visto|he medido|vi',
  ),
  opinion: words('creo que|pienso que|la diferencia es|lo que importa|significa|en realidad|lo contrario'),
  absolute: words('siempre|nunca|jamás|nadie|todo el mundo|todos los|todas las|cada|nada|imposible|ningún|ninguna|el único|la única'),
  vague: words('muchos|muchas|la mayoría|a menudo|a veces|rara vez|varios|varias|algunos|algunas|pronto|bastante'),
  comparative: words(
    'mejor|peor|más (?:rápid[oa]|lent[oa]|fácil|difícil|car[oa]|barat[oa]|simple|fuerte|útil|eficaz|segur[oa]|clar[oa]|larg[oa]|cort[oa])',
  ),
  than: words('que|comparad[oa]|en lugar de|en vez de'),
  certainty: words('obviamente|claramente|por supuesto|sin duda|ciertamente|todo el mundo sabe|evidentemente'),
  noActor: words('(?:debe|deben|debería|deberían|tiene que|tienen que) ser \\p{L}+(?:ad|id)[oa]s?(?! por)'),
  oneCase: words('un amigo|una amiga|mi vecin[oa]|una vez|un colega|una colega|la última vez'),
  negation: words('no|nunca|jamás|nadie|nada|sin|ningún|ninguno|ninguna|ni|tampoco|apenas'),
  attribution:
    /(?<![\p{L}\p{N}])(?:[Ss]egún \p{Lu}\p{Ll}{2,}|(?!(?:Él|Ella|Nadie|Quien|Esto|Eso|Todo) )\p{Lu}\p{Ll}{2,} (?:escribe|sostiene|afirma|argumenta|llama|demuestra que))(?!\p{L})/u,
  abstract: /(?:ividad|ismo|confianza|calidad|valor|éxito|cultura|atención)$/i,
  report: words('preguntó|dijo|contó|respondió|soñé'),
  definition: words('me refiero a|es decir|se define como|llamo'),
  dependent: startsWith(
    'él|ella|ellos|ellas|esto|eso|esta|este|estos|estas|ese|esa|y|e|pero|o|entonces|también|allí|ahí|así|por eso|sino|sin embargo|ambos|por ejemplo',
  ),
  opposites: pairs(
    'mas/menos aumenta/disminuye mejor/peor bueno/malo facil/dificil siempre/nunca todos/nadie antes/despues temprano/tarde abierto/cerrado comprar/vender guardar/tirar ayuda/perjudica fuerte/debil ganar/perder largo/corto grande/pequeno posible/imposible util/inutil simple/complicado solo/juntos verdadero/falso',
  ),
}
