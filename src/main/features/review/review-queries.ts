import { isShared, isVisible } from '../../core/privacy/private-rows'
import { FINDING_JOINS } from '../reflections/reflection-rows'

const shown = (key: string) => `NOT EXISTS (SELECT 1 FROM review_put_offs o WHERE o.key = ${key} AND o.until > @now)`

/** Entries of one score, those that became stale first before the others. */
const STALE = `FROM items i INDEXED BY items_by_confidence WHERE i.deleted_at IS NULL AND i.confidence = @score AND i.last_validated_at < @before
  AND (i.last_validated_at, i.id) > (@at, @id) AND ${isVisible('i.private', '@upTo')} AND ${shown("'stale:' || i.id")} ORDER BY i.last_validated_at, i.id LIMIT @limit`
const GATES = `FROM thesis_marks m JOIN items i ON i.id = m.item_id WHERE m.open_gates > 0 AND (m.at, m.item_id) < (@at, @id)
  AND i.deleted_at IS NULL AND ${isVisible('i.private', '@upTo')} AND ${shown("'gates:' || m.thesis_id")} ORDER BY m.at DESC, m.item_id DESC LIMIT @limit`
/** Two thoughts are one entry, whichever of them and whichever source says that they disagree. */
const pairKey = (a: string, b: string) => `'pair:' || min(${a}, ${b}) || ':' || max(${a}, ${b})`
/** Nobody has settled it: in neither thesis, an earlier one either, and in no reflection. */
const unanswered = (a: string, b: string) => `NOT EXISTS (SELECT 1 FROM theses t JOIN json_each(t.settled) s WHERE t.item_id IN (${a}, ${b})
    AND t.settled <> '[]' AND json_extract(t.output, '$.contradictions[' || s.value || '].itemId') = CASE t.item_id WHEN ${a} THEN ${b} ELSE ${a} END)
  AND NOT EXISTS (SELECT 1 FROM reflection_citations x JOIN reflection_citations y ON y.finding_id = x.finding_id AND y.item_id = ${b}
    JOIN reflection_findings g ON g.id = x.finding_id
    WHERE x.item_id = ${a} AND g.kind = 'contradiction' AND g.superseded = 0 AND g.state <> 'open')`
const clashesOf = (a: string, b: string) => `FROM thesis_clashes d WHERE d.item_id IN (${a}, ${b}) AND d.other_id IN (${a}, ${b})`
/** Programs get none of a reflection that rests on what stays here. */
const openReflection = (
  r: string,
  p: string,
) => `${r}.state = 'done' AND ${p}.deleted_at IS NULL AND (@upTo = 1 OR (${isShared(`${r}.private`)}
  AND ${isShared(`coalesce(${p}.private, 0)`)} AND NOT EXISTS (SELECT 1 FROM reflection_items x JOIN items y ON y.id = x.item_id
    WHERE x.reflection_id = ${r}.id AND y.private = 1)))`
const CLASHES = `FROM thesis_clashes c JOIN items i ON i.id = c.item_id JOIN items p ON p.id = c.other_id WHERE c.at <= @at
  AND (c.at < @at OR c.thesis_id < @id OR (c.thesis_id = @id AND c.position > @place)) AND i.deleted_at IS NULL AND p.deleted_at IS NULL
  AND ${isVisible('i.private', '@upTo')} AND ${isVisible('p.private', '@upTo')} AND ${shown(pairKey('c.item_id', 'c.other_id'))}
  AND NOT EXISTS (SELECT 1 ${clashesOf('c.item_id', 'c.other_id')} AND (d.at, d.thesis_id, -d.position) > (c.at, c.thesis_id, -c.position))
  AND ${unanswered('c.item_id', 'c.other_id')}
  ORDER BY c.at DESC, c.thesis_id DESC, c.position LIMIT @limit`
/** Of reflections whose item is not in the trash. A contradiction that a thesis names too is shown as that of the thesis. */
const FINDINGS = `${FINDING_JOINS} JOIN reflections r ON r.id = f.reflection_id LEFT JOIN items p ON p.id = r.report_id
  LEFT JOIN reflection_citations ca ON ca.finding_id = f.id AND ca.position = 0
  LEFT JOIN reflection_citations cb ON cb.finding_id = f.id AND cb.position = 1
  WHERE f.kind = @kind AND f.state = 'open' AND f.superseded = 0 AND f.created_at <= @at AND (f.created_at < @at OR f.position > @place)
  AND ${openReflection('r', 'p')}
  AND CASE f.kind WHEN 'gap' THEN f.captured_id IS NULL OR k.deleted_at IS NOT NULL
    ELSE 2 = (SELECT COUNT(*) FROM reflection_citations c JOIN items y ON y.id = c.item_id WHERE c.finding_id = f.id AND y.deleted_at IS NULL) END
  AND ${shown("'finding:' || f.id")}
  AND (f.kind = 'gap' OR (${shown(pairKey('ca.item_id', 'cb.item_id'))} AND NOT EXISTS (SELECT 1 ${clashesOf('ca.item_id', 'cb.item_id')})
    AND ${unanswered('ca.item_id', 'cb.item_id')}
    AND NOT EXISTS (SELECT 1 FROM reflection_citations u JOIN reflection_citations v ON v.finding_id = u.finding_id AND v.item_id = cb.item_id
      JOIN reflection_findings h ON h.id = u.finding_id JOIN reflections hr ON hr.id = h.reflection_id LEFT JOIN items hp ON hp.id = hr.report_id
      WHERE u.item_id = ca.item_id AND h.kind = 'contradiction' AND h.state = 'open' AND h.superseded = 0
        AND (h.created_at, -h.position) > (f.created_at, -f.position) AND ${openReflection('hr', 'hp')})))
  ORDER BY f.created_at DESC, f.position LIMIT @limit`

/** The text of an item, unless looking through it takes long. In bytes: asked without reading it. */
const readable = (item: string) => `CASE WHEN octet_length(${item}.body) <= 100000 THEN ${item}.body END`
export const READABLE_BODIES = `${readable('i')} AS item_body, ${readable('p')} AS other_body`

/** The key of the entry of two thoughts that disagree, whichever of them says so. */
export const keyOfPair = (a: string, b: string) => (a < b ? `pair:${a}:${b}` : `pair:${b}:${a}`)

/** The statements of the review, for their plans to be looked at. */
export const REVIEW_QUERIES = { stale: STALE, gates: GATES, clashes: CLASHES, findings: FINDINGS }
