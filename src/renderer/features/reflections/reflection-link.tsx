import { openReflectionOf } from './open-reflection'

/** On the page of the item that a reflection is kept as: the way to its own view. */
export function ReflectionLink({ itemId }: { itemId: string }) {
  return (
    <p className="think-offer">
      This is how a reflection is kept.{' '}
      <button type="button" className="link" onClick={() => void openReflectionOf(itemId)}>
        Open the reflection
      </button>{' '}
      to see contradictions side by side, and to answer what it asks.
    </p>
  )
}
