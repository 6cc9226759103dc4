/**
 * By which words the outline knows what a sentence does. Each pattern is narrow on purpose: what closes a gate must be in the text, so a
 * sentence missed is better than one misread.
 */
export interface LanguageRules {
  /** Names a trouble outright. */
  problem: RegExp
  /** Could be a trouble, but does not say what is wrong with it. */
  problemHint: RegExp
  /** Words that take the trouble back ("no problem"). */
  noProblem: RegExp
  /** Speaks of what success is. */
  goal: RegExp
  /** "want to": with a deadline and a figure that is a goal. */
  aim: RegExp
  /** "by March": before a date. */
  deadline: RegExp
  /** Begins or ends a task with what is done. Wider than `imperative`; only for tasks and titles. */
  taskVerb: RegExp
  /** Binds a figure: "at least", "under". */
  bound: RegExp
  /** Says what must or should be. */
  duty: RegExp
  /** Draws a limit. */
  scope: RegExp
  /** Chooses an action. */
  approach: RegExp
  /** Starts with an order. */
  imperative: RegExp
  /** Says that something is not known or decided. */
  doubt: RegExp
  priorArt: RegExp
  /** A name and what its bearer says ("Scott argues"); the one pattern that minds capitals. */
  attribution: RegExp
  /** Names a risk. */
  risk: RegExp
  /** "may", "could", "if": with a harm in the same sentence that is a risk. */
  possibility: RegExp
  harm: RegExp
  /** "but", "however". */
  reservation: RegExp
  firstStep: RegExp
  date: RegExp
  /** Numbers written as words, from two up. */
  numberWord: RegExp
  reason: RegExp
  conclusion: RegExp
  example: RegExp
  /** Marks the person's own view. */
  opinion: RegExp
  absolute: RegExp
  vague: RegExp
  comparative: RegExp
  /** The other half of a comparison; without it, a comparative hangs in the air. */
  than: RegExp
  certainty: RegExp
  /** Tells what somebody said or what happened, rather than claiming it. */
  report: RegExp
  /** A duty in the passive: nobody does it. */
  noActor: RegExp
  oneCase: RegExp
  negation: RegExp
  definition: RegExp
  /** Endings of abstract nouns, which argue without saying what they mean. */
  abstract: RegExp
  /** A first word that leans on the sentence before. */
  dependent: RegExp
  /** Words of opposite meaning, as pairs of folded words. */
  opposites: readonly (readonly [string, string])[]
}
