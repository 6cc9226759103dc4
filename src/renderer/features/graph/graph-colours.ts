import type { ItemKind } from '../../../shared/entities'
import type { GraphItem, GraphModel } from './graph-model'
import { kindNames } from './graph-words'

export type ColourBy = 'kind' | 'tag'

/** The shape says the kind, whatever the colour says. */
export const shapes = ['disc', 'ring', 'diamond', 'square', 'triangle'] as const
export type Shape = (typeof shapes)[number]
export const shapeOf: Record<ItemKind, Shape> = {
  thought: 'disc',
  research: 'ring',
  reflection: 'diamond',
  'cross-synthesis': 'square',
  collected: 'triangle',
}

/** A colour of the graph by its name in graph.css. */
export type ColourName = 'plain' | 'one' | 'two' | 'three' | 'four' | 'five'
const colourOfKind: Record<ItemKind, ColourName> = {
  thought: 'plain',
  research: 'one',
  reflection: 'two',
  'cross-synthesis': 'three',
  collected: 'four',
}
const forTags: readonly ColourName[] = ['one', 'two', 'three', 'four', 'five']

export interface LegendEntry {
  name: string
  colour: ColourName
  shape: Shape
  count: number
}

/** The colour of an item: by its kind, or by the most used of its tags when that is one of the five most used of all. */
export function colourOf(item: GraphItem, by: ColourBy): ColourName {
  if (by === 'kind') return colourOfKind[item.kind]
  return forTags[item.tags[0] ?? forTags.length] ?? 'plain'
}

/** What the colours and shapes stand for, for what is there. */
export function legendOf({ items, tagNames }: GraphModel, by: ColourBy): LegendEntry[] {
  if (by === 'kind')
    return (Object.keys(kindNames) as ItemKind[]).flatMap((kind) => {
      const count = items.filter((item) => item.kind === kind).length
      return count === 0 ? [] : [{ name: kindNames[kind], colour: colourOfKind[kind], shape: shapeOf[kind], count }]
    })
  const counts = new Map<ColourName, number>()
  for (const item of items) counts.set(colourOf(item, 'tag'), (counts.get(colourOf(item, 'tag')) ?? 0) + 1)
  const named = forTags.flatMap((colour, place): LegendEntry[] => {
    const count = counts.get(colour)
    return count === undefined ? [] : [{ name: `#${tagNames[place] ?? ''}`, colour, shape: 'disc', count }]
  })
  const rest = counts.get('plain')
  return rest === undefined ? named : [...named, { name: 'Other tags or none', colour: 'plain', shape: 'disc', count: rest }]
}

/** The colours of the theme in force, as the drawing needs them: "#rrggbb". */
export type Palette = Record<ColourName | 'page' | 'ink' | 'ink-2' | 'link' | 'accent', string>

const tokens: Record<keyof Palette, string> = {
  plain: '--graph-plain',
  one: '--graph-one',
  two: '--graph-two',
  three: '--graph-three',
  four: '--graph-four',
  five: '--graph-five',
  link: '--graph-link',
  page: '--color-page',
  ink: '--color-ink',
  'ink-2': '--color-ink-2',
  accent: '--color-accent',
}

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const context = document.createElement('canvas').getContext('2d')
  const entries = Object.entries(tokens).map(([name, token]) => {
    const value = style.getPropertyValue(token).trim()
    // A canvas says every colour as six digits, those of the system too, which stand here where the person wants forced colours.
    if (context) context.fillStyle = value
    return [name, typeof context?.fillStyle === 'string' ? context.fillStyle : value]
  })
  return Object.fromEntries(entries)
}

/** `share` of one colour over another, both "#rrggbb". Solid, so that a thousand links over each other are no darker than one. */
export function mixColours(over: string, under: string, share: number): string {
  const part = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16) || 0
  const mixed = [1, 3, 5].map((at) => Math.round(part(over, at) * share + part(under, at) * (1 - share)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
