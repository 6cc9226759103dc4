import './reflection.css'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigation } from '../../base/navigation-store'
import { Button, IconButton } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { formatNumber } from '../../ui/format-time'
import { Late } from '../../ui/late'
import { openReflect } from './reflect-dialog-store'
import { ReflectionList } from './reflection-list'
import { ReflectionPage } from './reflection-page'
import { loadReflections, useReflections } from './reflections-store'

/** The place of the reflections: the list, and the one that is read. */
export function ReflectionPlace() {
  const { list, total, problem } = useReflections()
  const chosen = useNavigation((state) => state.reflectionId)
  useEffect(() => void loadReflections(), [])
  const all = list ?? []
  const id = chosen ?? all[0]?.id
  return (
    <>
      <section className="list" aria-label="Reflections">
        <div className="head">
          <h2>Reflections</h2>
          {total > 0 && <span className="n num">{formatNumber(total)}</span>}
          <span className="end">
            <IconButton icon={Plus} label="Reflect now" onClick={() => openReflect()} />
          </span>
        </div>
        {all.length > 0 ? (
          <ReflectionList reflections={all} total={total} selected={id} />
        ) : problem !== undefined ? (
          <EmptyState title="The reflections could not be read">{problem}</EmptyState>
        ) : list ? (
          <EmptyState title="No reflections yet" actions={<Button onClick={() => openReflect()}>Reflect now…</Button>}>
            One that you begin, or that a schedule begins, stands here.
          </EmptyState>
        ) : (
          <Late>Opening the reflections…</Late>
        )}
      </section>
      <ReflectionPage key={id} id={id} isEmpty={list !== undefined && all.length === 0} />
    </>
  )
}
