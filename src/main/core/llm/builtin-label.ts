/** Shown with everything the built-in engine makes. */
export const BUILTIN_LABEL = 'built-in outline, no model'
