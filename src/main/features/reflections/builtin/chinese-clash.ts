import { listed } from '../../thinking/builtin/quote'
import { ownUnits, type Reading, type Unit } from '../../thinking/builtin/reading'
import { pairs } from '../../thinking/builtin/word-pattern'

/** Words of opposite meaning, in simplified and traditional characters. */
const opposites =
  pairs(`增加/减少 增加/減少 更多/更少 上升/下降 提高/降低 变好/变坏 變好/變壞 有利/有害 有益/有害 有用/无用 有用/無用 可能/不可能 必要/不必要 简单/复杂
  簡單/複雜 容易/困难 容易/困難 便宜/昂贵 便宜/昂貴 安全/危险 安全/危險 喜欢/讨厌 喜歡/討厭 开始/停止 開始/停止 允许/禁止 允許/禁止 总是/从不 總是/從不 成功/失败 成功/失敗
  更快/更慢 更早/更晚 太早/太晚 太长/太短 公开/保密 早上/晚上`)
const DENIES = /[不没沒無无非未別别]/u
/** In these words the sign denies nothing. */
const NO_DENIAL =
  /不但|不仅|不僅|不过|不過|不同|不久|不断|不斷|差不多|无论|無論|非常|未来|未來|别人|別人|特别|特別|对不起|對不起|除非|并非常/gu
const FIGURE = /(\d+(?:\.\d+)?)\s*(\p{sc=Han})/gu
/** Years, months, days and times are no amounts. */
const DATES = /[年月日号號点點时時分]/u

export interface ChineseClash {
  here: Unit
  there: Unit
  why: string
  strength: number
}

/** Of two Chinese notes the pair of sentences that share most of their words and yet do not go together; null when none does. */
export function findChineseClash(mine: Reading, theirs: Reading): ChineseClash | null {
  let best: ChineseClash | null = null
  for (const here of comparable(mine))
    for (const there of comparable(theirs)) {
      const clash = compare(here, there)
      if (clash && (!best || clash.strength > best.strength)) best = clash
    }
  return best
}

const comparable = (reading: Reading) =>
  ownUnits(reading)
    .filter((unit) => !unit.question && unit.stems.size >= 2)
    .slice(0, 40)

function compare(here: Unit, there: Unit): ChineseClash | null {
  const shared = [...here.stems].filter((stem) => there.stems.has(stem))
  const share = shared.length / Math.max(1, Math.min(here.stems.size, there.stems.size))
  if (shared.length < 2 || share < 0.4) return null
  const about = listed(shared.slice(0, 3).map((word) => `“${word}”`))
  const [mine, theirs] = [figuresOf(here.text), figuresOf(there.text)]
  for (const [unit, amount] of mine) {
    const other = theirs.get(unit)
    if (other !== undefined && other !== amount)
      return { here, there, strength: 3 + share, why: `The figures differ: ${amount}${unit} in the first, ${other}${unit} in the second.` }
  }
  const pair = opposites
    .flatMap(([left, right]) => [[left, right] as const, [right, left] as const])
    .find(([one, other]) => {
      const sides = [here.text.includes(one), here.text.includes(other), there.text.includes(other), there.text.includes(one)]
      return sides[0] && !sides[1] && sides[2] && !sides[3]
    })
  const [denies, denied] = [here, there].map(({ text }) => DENIES.test(text.replace(NO_DENIAL, '')))
  if (pair && denies === denied)
    return {
      here,
      there,
      strength: 1.5 + share,
      why: `Both are about ${about}, but the first says “${pair[0]}” and the second “${pair[1]}”.`,
    }
  if (!pair && denies !== denied && share >= 0.6)
    return { here, there, strength: 1 + share, why: `Both are about ${about}, and only the ${denies ? 'first' : 'second'} denies it.` }
  return null
}

function figuresOf(text: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const [, number = '', unit = ''] of text.matchAll(FIGURE)) if (!DATES.test(unit)) found.set(unit, Number(number))
  return found
}
