import { foldWord } from '../../../core/text/stem'

/** Folded, in English, German, French, Spanish and Chinese. */
const slight = new Set(
  `one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty ninety hundred hundreds thousand thousands
  million half twice first second third fourth fifth last next once day days daily week weeks weekly weekend weekends month months monthly year years
  yearly hour hours minute minutes moment morning mornings noon afternoon afternoons evening evenings night nights midnight today tomorrow yesterday
  tonight time times monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october
  november december spring summer autumn winter early late earlier later
  zwei drei vier funf sechs sieben acht neun zehn elf zwolf zwanzig dreissig hundert tausend halb erste zweite dritte letzte nachste tag tage tagen taglich
  woche wochen monat monate monaten jahr jahre jahren stunde stunden minute minuten morgen mittag nachmittag abend abends nacht heute gestern zeit montag
  dienstag mittwoch donnerstag freitag samstag sonntag januar februar marz mai juni juli oktober dezember fruhling sommer herbst fruh spat
  deux trois quatre cinq sept huit neuf dix vingt trente cent mille premier premiere deuxieme dernier derniere jour jours semaine semaines mois an ans annee
  annees heure heures matin midi soir nuit demain hier temps lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril juin juillet
  aout septembre octobre novembre decembre printemps ete automne hiver tot tard
  dos tres cuatro cinco seis siete ocho nueve diez veinte treinta cien mil primero primera segundo segunda ultimo ultima dia dias semana semanas mes meses ano
  anos hora horas minuto minutos manana tarde noche hoy ayer tiempo lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo
  junio julio agosto septiembre octubre noviembre diciembre primavera verano otono invierno temprano
  一 二 两 兩 三 四 五 六 七 八 九 十 天 日 周 週 月 年 小时 小時 分钟 分鐘 早上 中午 下午 晚上 今天 明天 昨天 时间 時間 每天`.split(/\s+/),
)

/** Whether a word tells only when or how many, and so nothing of what a note is about: "four-day", "week", "2nd". */
export function tellsWhenOrHowMany(word: string): boolean {
  return foldWord(word)
    .split(/[-\s]+/)
    .every((part) => slight.has(part) || /^\p{N}/u.test(part))
}
