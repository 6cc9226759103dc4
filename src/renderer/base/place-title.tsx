import { PersonText } from '../ui/person-text'
import { titleClass, titleOrUntitled } from './item-title'

/** The title of a thought at the head of a page. An empty line of the same height while it is not known. */
export function PlaceTitle({ title }: { title: string | null }) {
  if (title === null) return <div className="title title-wait" />
  return <PersonText as="h1" className={titleClass(title)} text={titleOrUntitled(title)} />
}
