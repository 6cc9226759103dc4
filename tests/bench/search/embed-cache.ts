import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Embed = (texts: string[]) => Promise<Float32Array[]>

/** Keeps vectors in a folder by model and text, so that a second run of the bench embeds nothing twice. */
export function createEmbedCache(folder: string, model: string, embed: Embed): { embed: Embed; made(): number } {
  mkdirSync(folder, { recursive: true })
  let made = 0
  const fileOf = (text: string) => join(folder, createHash('sha256').update(`${model}\n${text}`).digest('hex').slice(0, 32))
  return {
    made: () => made,
    async embed(texts) {
      const missing = texts.filter((text) => !existsSync(fileOf(text)))
      if (missing.length > 0) {
        const vectors = await embed(missing)
        for (const [index, text] of missing.entries())
          writeFileSync(fileOf(text), Buffer.from(vectors[index]?.buffer ?? new ArrayBuffer(0)))
        made += missing.length
      }
      return texts.map((text) => new Float32Array(new Uint8Array(readFileSync(fileOf(text))).buffer))
    },
  }
}
