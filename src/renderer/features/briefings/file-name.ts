/** A file name that every system takes: letters and digits of the title in any script, at most 80 characters. */
export function fileName(title: string, ending: string): string {
  const words = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  return `${[...words].slice(0, 80).join('').trim() || 'Briefing'}.${ending}`
}
