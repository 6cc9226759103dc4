import { useDeferredValue, useMemo, useState } from 'react'
import { findInGraph, type GraphModel, graphRows } from './graph-model'

/** The rows of the list beside the graph, what is typed to find one of them, and which are opened. */
export function useGraphRows(model: GraphModel) {
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const words = useDeferredValue(typed)
  const found = useMemo(() => findInGraph(model, words), [model, words])
  const rows = useMemo(() => graphRows(model, found, opened), [model, found, opened])
  const toggle = (id: string, open: boolean) => {
    const next = new Set(opened)
    if (open) next.add(id)
    else next.delete(id)
    setOpened(next)
  }
  return { typed, setTyped, found, rows, opened, toggle }
}
