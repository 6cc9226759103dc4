/** A title made of a file's name: without its ending, underscores as spaces. */
export function titleFromName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? name
  const stem = last.replace(/(?<=.)\.[^.]{1,15}$/u, '')
  return (
    stem
      .replace(/[\p{Cc}\p{Cf}_]/gu, ' ')
      .replace(/\s+/gu, ' ')
      .trim()
      .slice(0, 300) || 'Files'
  )
}
