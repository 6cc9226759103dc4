import './graph.css'
import './graph-controls.css'
import './graph-list.css'
import { ArrowLeft, Palette, Shuffle } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { titleOrUntitled } from '../../base/item-title'
import { useNavigation } from '../../base/navigation-store'
import { usePageKeys } from '../../base/page-keys'
import { Button, IconButton } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { formatNumber } from '../../ui/format-time'
import { keyHint } from '../../ui/keys'
import { Late } from '../../ui/late'
import { Menu } from '../../ui/menu'
import { GraphCanvas } from './graph-canvas'
import { legendOf } from './graph-colours'
import { GraphFilters } from './graph-filters'
import { GraphLegend } from './graph-legend'
import { GraphList } from './graph-list'
import { scopeOf, useGraph } from './graph-store'
import { leftOutWords, totalWords } from './graph-words'
import { TimeRange } from './time-range'

type ItemPageSlot = (id: string, crumb: ReactNode) => ReactNode
type Look = 'stay' | 'into-sight' | 'close'

function backToGraph(): void {
  useNavigation.setState({ itemId: undefined, pane: 'page' })
}

/** A thought that was opened from the graph, with the way back to the same picture. */
function OpenedItem({ id, itemPage }: { id: string; itemPage: ItemPageSlot }) {
  usePageKeys({ Escape: backToGraph })
  return itemPage(
    id,
    <button type="button" className="link graph-back" title={keyHint('Back to the graph (Esc)')} onClick={backToGraph}>
      <ArrowLeft size={14} aria-hidden="true" /> Graph
    </button>,
  )
}

function AroundHead() {
  const { around, setAround } = useGraph()
  if (!around) return null
  return (
    <p className="graph-around">
      <span>
        Around <q dir="auto">{titleOrUntitled(around.title)}</q>
      </span>
      {[1, 2].map((steps) => (
        <button
          key={steps}
          type="button"
          className={around.steps === steps ? 'chip on' : 'chip'}
          aria-pressed={around.steps === steps}
          onClick={() => setAround({ ...around, steps })}
        >
          {steps === 1 ? '1 step' : `${steps} steps`}
        </button>
      ))}
      <button type="button" className="link" onClick={() => setAround(undefined)}>
        Whole graph
      </button>
    </p>
  )
}

/** What stands in the page where there is nothing to draw. */
function Nothing({ filtered, items }: { filtered: boolean; items: number }) {
  const { around, clearChoice } = useGraph()
  if (items > 0 && around)
    return (
      <EmptyState title="This thought has no links yet">
        Type [[ in its text to name another thought, or add a link in its margin. Then what is around it stands here.
      </EmptyState>
    )
  if (filtered)
    return (
      <EmptyState
        title={items === 0 ? 'No thought fits these filters' : 'No links fit these filters'}
        actions={<Button onClick={clearChoice}>Clear filters</Button>}
      >
        Take one of them away, or move the ends of the time apart.
      </EmptyState>
    )
  return items === 0 ? (
    <EmptyState title="No thoughts yet">Press {keyHint('Ctrl N')} to write one. The graph shows how they connect.</EmptyState>
  ) : (
    <EmptyState title="No links yet">
      Thoughts are linked by themselves when they are close in meaning. You can also type [[ in a text to name another thought, or add a
      link in the margin.
    </EmptyState>
  )
}

function GraphPage({ look, pointed }: { look: Look; pointed: string | undefined }) {
  const { model, problem, loading, choice, around, colourBy, setColourBy, focusId } = useGraph()
  const openItem = useNavigation((state) => state.openItem)
  const showList = useNavigation((state) => state.showList)
  const [round, setRound] = useState(0)
  const [arranging, setArranging] = useState(false)
  const legend = useMemo(() => (model ? legendOf(model, colourBy) : []), [model, colourBy])
  const focus = pointed ?? focusId
  const drawn = model !== undefined && model.links.length > 0
  const leftOut = model && leftOutWords(model.items.length, model.total.items)
  return (
    <main className="page graph-page" aria-label="Graph">
      <div className="head">
        <IconButton className="back" icon={ArrowLeft} label="Back to list" onClick={showList} />
        <h1 className="crumb">{around ? 'Graph around a thought' : 'Graph'}</h1>
        {model && <span className="n num">{totalWords(model.total)}</span>}
        <span className="graph-doing" role="status">
          {arranging ? 'Arranging…' : loading && model ? 'Looking…' : ''}
        </span>
        <span className="end">
          <IconButton icon={Shuffle} label="Arrange anew" onClick={() => setRound(round + 1)} />
          <Menu
            label={`Colours: by ${colourBy}`}
            icon={Palette}
            items={[
              { label: 'Colours by kind', checked: colourBy === 'kind', onChoose: () => setColourBy('kind') },
              { label: 'Colours by tag', checked: colourBy === 'tag', onChoose: () => setColourBy('tag') },
            ]}
          />
        </span>
      </div>
      <AroundHead />
      <GraphFilters />
      {leftOut && <p className="graph-left-out">{leftOut}</p>}
      <div className="graph-stage">
        {problem !== undefined ? (
          <EmptyState title="The graph could not be read">{problem}</EmptyState>
        ) : !model ? (
          <Late>Reading the links…</Late>
        ) : drawn ? (
          <GraphCanvas
            model={model}
            scope={scopeOf(around)}
            round={round}
            focusPlace={focus === undefined ? undefined : model.placeOf.get(focus)}
            markPlace={around && model.placeOf.get(around.id)}
            focusLook={look}
            onOpen={openItem}
            onArranging={setArranging}
          />
        ) : (
          <Nothing filtered={Object.keys(choice).length > 0} items={model.items.length} />
        )}
        {drawn && <GraphLegend entries={legend} />}
      </div>
      {model?.span && <TimeRange span={model.span} />}
    </main>
  )
}

/** The place of the graph: the list of what is in it, and the drawing or the thought that was opened from it, which `itemPage` shows. */
export function GraphPlace({ itemPage }: { itemPage: ItemPageSlot }) {
  const { model, problem, load, around, focus } = useGraph()
  const itemId = useNavigation((state) => state.itemId)
  const openItem = useNavigation((state) => state.openItem)
  const [pointed, setPointed] = useState<string | undefined>(undefined)
  const [look, setLook] = useState<Look>('stay')
  useEffect(() => void load(), [load])
  return (
    <>
      <section className="list" aria-label="Thoughts in the graph">
        <div className="head">
          <h2>{around ? 'Around a thought' : 'Most linked'}</h2>
          {model && model.items.length > 0 && <span className="n num">{formatNumber(model.items.length)}</span>}
          <span className="end">
            <Button className="graph-to-page" onClick={backToGraph}>
              Show the graph
            </Button>
          </span>
        </div>
        {model && model.items.length > 0 ? (
          <GraphList
            key={scopeOf(around)}
            model={model}
            selectedId={itemId}
            onPoint={(id, how) => {
              setLook(how === 'found' ? 'close' : 'into-sight')
              setPointed(id)
              if (how === 'found') focus(id)
            }}
            onOpen={openItem}
          />
        ) : model && problem === undefined ? (
          <EmptyState title="Nothing here">What the graph shows stands here as a list.</EmptyState>
        ) : null}
      </section>
      {itemId === undefined ? <GraphPage look={look} pointed={pointed} /> : <OpenedItem key={itemId} id={itemId} itemPage={itemPage} />}
    </>
  )
}
