import { words } from './word-pattern'

/** What a heading or a label such as "Risks:" says that its text is. */
export type Section = 'problem' | 'criterion' | 'scope' | 'approach' | 'question' | 'prior-art' | 'risk' | 'milestone' | 'argument'

const names: [Section, RegExp][] = [
  [
    'question',
    words(
      '(?:open )?questions?|offene fragen|open|offen|unknowns?|to find out|tbd|offene fragen|fragen?|unklar|questions? ouvertes?|preguntas?(?: abiertas)?|dudas|問い|疑問|问题清单',
    ),
  ],
  [
    'risk',
    words(
      'risks?|risks and .*|dangers?|downsides?|cons|drawbacks?|what could go wrong|risiken|risiko|gefahren|nachteile|contra|risques?|inconvénients|riesgos?|desventajas|inconvenientes|リスク|风险',
    ),
  ],
  [
    'milestone',
    words(
      'first steps?|next(?: steps?| actions?)?|milestones?|actions?|todos?|to-?do|tasks|nächste schritte|nächster schritt|erste schritte|erster schritt|aufgaben|meilensteine|prochaines? étapes?|première étape|à faire|próximos pasos|primer paso|pasos|tareas|次にやること|下一步',
    ),
  ],
  [
    'criterion',
    words(
      'success(?: criteri(?:on|a))?|goals?|done when|metrics?|measures?|targets?|erfolg(?:skriterien)?|ziele?|messgrößen|erfolgskriterium|critères?(?: de succès)?|objectifs?|criterios?(?: de éxito)?|objetivos?|metas|目標|目标',
    ),
  ],
  [
    'scope',
    words(
      'scope|out of scope|non-?goals|limits?|boundaries|umfang|grenzen|abgrenzung|nicht-ziele|périmètre|limites|hors périmètre|alcance|límites|範囲|范围',
    ),
  ],
  [
    'approach',
    words(
      'approach|plan|solution|decision|proposal|method|how|ansatz|lösung|vorgehen|entscheidung|vorschlag|approche|solution|décision|proposition|enfoque|solución|decisión|propuesta|方法|方案',
    ),
  ],
  ['problem', words('problems?|the problem|issue|pain|motivation|problem|schmerz|problème|constat|problema|課題|问题')],
  [
    'prior-art',
    words(
      "prior art|references?|sources?|related(?: work)?|reading|literature|see also|quellen|literatur|verweise|verwandtes|références|lectures|état de l'art|referencias|fuentes|lecturas|参考",
    ),
  ],
  [
    'argument',
    words(
      'pros|arguments?|reasons?|evidence|why|benefits|argumente|gründe|belege|vorteile|pro|raisons|avantages|preuves|razones|argumentos|ventajas|根拠',
    ),
  ],
]

/** The section a heading opens, or null when its words say nothing about it. Only short headings count. */
export function sectionOf(heading: string): Section | null {
  const name = heading.replace(/[:：.\s]+$/u, '').trim()
  if (name.length > 40) return null
  for (const [section, pattern] of names) {
    const found = pattern.exec(name)
    // The heading must be that word, with at most a small word around it: "Open questions", "The plan", not "How rent works".
    if (found && name.length - found[0].length <= 6) return section
  }
  return null
}

/** "Risk: the loan is lost" split into its section and its text; null without such a label. */
export function labelled(text: string): { section: Section; rest: string } | null {
  const match = /^([^:：]{2,30})[:：]\s+(?=\S)/u.exec(text)
  const section = match ? sectionOf(match[1] ?? '') : null
  return match && section ? { section, rest: text.slice(match[0].length) } : null
}
