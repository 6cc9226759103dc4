import { MoonStar } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { Reflection } from '../../../shared/contract/reflections'
import { PagePane } from '../../base/page-pane'
import { thoughtCount } from '../../base/scope-words'
import { engineSentence } from '../../base/thesis-view'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { guessLanguage } from '../../ui/person-text'
import { useNow } from '../../ui/use-now'
import { useActiveFinding } from './active-finding'
import { FindingKeyLine, useFindingKeys } from './finding-keys'
import { FindingSections } from './finding-sections'
import { openReflect } from './reflect-dialog-store'
import { useReflectionLook } from './reflection-look'
import { ReflectionNotes } from './reflection-notes'
import { ReflectionEnded, ReflectionProgress } from './reflection-progress'
import { useReflectionStore } from './reflection-store'
import { isAlive, periodWords, statusSentence } from './reflection-words'
import { showItemsRead } from './show-items'
import { shownFindings } from './shown-findings'
import { useReflection } from './use-reflection'

function Meta({ reflection }: { reflection: Reflection }) {
  const now = useNow()
  const engine = engineSentence(reflection.engine)
  return (
    <p className="meta">
      <span>{periodWords(reflection, now)}</span>
      {reflection.itemCount > 0 && (
        <button type="button" className="count" onClick={() => void showItemsRead(reflection)}>
          {thoughtCount(reflection.itemCount)}
        </button>
      )}
      {engine && <span dir="auto">{engine}</span>}
    </p>
  )
}

function Sheet({ reflection }: { reflection: Reflection }) {
  const done = reflection.state === 'done'
  const { narrative } = reflection
  return (
    <article className="sheet reflection">
      <div>
        <h1 className="title reflection-title">Reflection</h1>
        <Meta reflection={reflection} />
        <p className="sr" role="status">
          {statusSentence(reflection)}
        </p>
        {isAlive(reflection.state) ? (
          <ReflectionProgress reflection={reflection} />
        ) : !done ? (
          <ReflectionEnded reflection={reflection} />
        ) : (
          narrative.trim() !== '' && (
            <p className="claim" dir="auto" lang={guessLanguage(narrative)}>
              {narrative}
            </p>
          )
        )}
      </div>
      {done && <ReflectionNotes reflection={reflection} />}
      {done && <FindingSections reflection={reflection} />}
    </article>
  )
}

function Empty() {
  return (
    <div className="sheet">
      <h1 className="sr">Reflections</h1>
      <EmptyState
        title="See what your thoughts say together"
        actions={
          <Button variant="primary" icon={MoonStar} onClick={() => openReflect()}>
            Reflect now…
          </Button>
        }
      >
        A reflection reads what you wrote or changed since the last one, three thoughts or more. It names themes and patterns, puts thoughts
        that disagree beside each other, asks what they leave open, and says on which thoughts each of that rests. Under Schedules it can
        run by itself.
      </EmptyState>
    </div>
  )
}

/** A reflection on its page: of when it is, what was found, and what can be done with each finding. */
export function ReflectionPage({ id, isEmpty }: { id: string | undefined; isEmpty: boolean }) {
  const reflection = useReflection(id)
  const problem = useReflectionStore((state) => (id === undefined ? undefined : state.problems[id]))
  const { isCompared, only } = useReflectionLook()
  useEffect(
    () => () => {
      useActiveFinding.setState({ id: undefined })
      useReflectionLook.setState({ only: undefined })
    },
    [],
  )
  const groups = useMemo(
    () => (reflection?.state === 'done' ? shownFindings(reflection, isCompared, only) : []),
    [reflection, isCompared, only],
  )
  useFindingKeys(reflection ?? undefined, groups)
  const actions = !isEmpty && (
    <Button icon={MoonStar} onClick={() => openReflect()}>
      Reflect now…
    </Button>
  )
  return (
    <PagePane
      label="Reflection"
      crumb="Reflections"
      actions={actions}
      after={<FindingKeyLine reflection={reflection ?? undefined} groups={groups} />}
    >
      {isEmpty ? (
        <Empty />
      ) : reflection ? (
        <Sheet reflection={reflection} />
      ) : problem !== undefined || reflection === null ? (
        <div className="sheet">
          <EmptyState title={reflection === null ? 'This reflection is gone' : 'This reflection could not be opened'}>
            {problem ?? 'It was erased with the item it was kept as.'}
          </EmptyState>
        </div>
      ) : (
        <Late>Opening the reflection…</Late>
      )}
    </PagePane>
  )
}
