/**
 * A passage of Markdown as a reader sees it: links become their text, images their description, marks of emphasis and HTML tags go,
 * white space becomes single spaces. The words and their order stay.
 */
export function plainText(markdown: string): string {
  // Most sentences carry no mark at all.
  if (!/[[\]*_`<~=\\>]/.test(markdown)) return markdown.replace(/\s+/g, ' ').trim()
  return markdown
    .replace(/\n\s{0,3}>\s?/g, ' ')
    .replace(/!\[\[[^\]\n]{0,300}\]\]/g, ' ')
    .replace(/\[\[(?:[^\]|\n]{0,300}\|)?([^\]|\n]{1,300})\]\]/g, '$1')
    .replace(/!\[([^\]\n]{0,500})\]\([^)\s]{0,2000}(?:\s[^)\n]{0,300})?\)/g, '$1')
    .replace(/\[([^\]\n]{1,500})\]\([^)\s]{0,2000}(?:\s[^)\n]{0,300})?\)/g, '$1')
    .replace(/\[\^[^\]\n]{1,50}\]/g, '')
    .replace(/<(https?:\/\/[^>\s]{1,2000})>/g, '$1')
    .replace(/<\/?[a-zA-Z][^<>\n]{0,300}>/g, ' ')
    .replace(/(\*\*|__|~~|==)(?=\S)([^\n]{1,1000}?\S)\1/g, '$2')
    .replace(/(^|[^\p{L}\p{N}*])\*(?=[^\s*])([^*\n]{1,1000}?)\*(?![\p{L}\p{N}*])/gu, '$1$2')
    .replace(/(^|[^\p{L}\p{N}_])_(?=[^\s_])([^_\n]{1,1000}?)_(?![\p{L}\p{N}_])/gu, '$1$2')
    .replace(/`{1,2}([^`\n]{1,500})`{1,2}/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!>~-])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
