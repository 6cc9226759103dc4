import {
  AlignLeft,
  CalendarClock,
  Headphones,
  Hexagon,
  Hourglass,
  Inbox,
  Library,
  ListChecks,
  ListTodo,
  type LucideIcon,
  MoonStar,
  Pin,
  Scale,
  Settings2,
  Tags,
  Trash2,
  Waypoints,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { type PlaceName, useNavigation } from '../base/navigation-store'
import { type Places, usePlaces } from '../base/places-store'
import { CollectionsCount } from '../features/collect/collections-count'
import { HiveCount } from '../features/hive/hive-count'
import { ReflectionsCount } from '../features/reflections/reflections-count'
import { ReviewCount } from '../features/review/review-count'
import { formatNumber } from '../ui/format-time'
import { Icon } from '../ui/icon'
import { EmbeddingSign } from './embedding-sign'

function PlaceButton({ place, name, icon, count }: { place: PlaceName; name: string; icon: LucideIcon; count?: ReactNode }) {
  const current = useNavigation((state) => state.place === place)
  const openPlace = useNavigation((state) => state.openPlace)
  return (
    <button type="button" className="place" title={name} aria-current={current ? 'page' : undefined} onClick={() => openPlace(place)}>
      <Icon of={icon} />
      <span>{name}</span>
      {count ? <b>{count}</b> : null}
    </button>
  )
}

/** Jobs shows what is dead and what runs instead of a total; otherwise how many wait. */
function jobCount({ dead, running, pending }: Places['jobs']): ReactNode {
  if (dead === 0 && running === 0) return pending > 0 ? `${formatNumber(pending)} waiting` : null
  return (
    <>
      {dead > 0 && (
        <span className="st st-dead">
          <i aria-hidden="true" />
          <span>{formatNumber(dead)}</span>
          <span className="sr"> failed</span>
        </span>
      )}
      {running > 0 && (
        <span className="st st-run">
          <i aria-hidden="true" />
          <span>{formatNumber(running)}</span>
          <span className="sr"> running</span>
        </span>
      )}
    </>
  )
}

/** The left pane: places with their counts, and the tags. */
export function Side() {
  const places = usePlaces((state) => state.places)
  const { place, tag: openedTag, openTag } = useNavigation()
  const count = (value: number | undefined) => (value ? formatNumber(value) : null)
  return (
    <nav className="side" aria-label="Places">
      <div className="side-scroll">
        <PlaceButton place="inbox" name="Inbox" icon={Inbox} count={count(places?.inbox)} />
        <PlaceButton place="all" name="All thoughts" icon={AlignLeft} count={count(places?.all)} />
        <PlaceButton place="pinned" name="Pinned" icon={Pin} count={count(places?.pinned)} />
        <PlaceButton place="review" name="Review" icon={ListTodo} count={<ReviewCount />} />
        <hr />
        <PlaceButton place="theses" name="Theses" icon={Scale} count={count(places?.theses)} />
        <PlaceButton place="briefings" name="Briefings" icon={Headphones} count={count(places?.briefings)} />
        <PlaceButton place="reflections" name="Reflections" icon={MoonStar} count={<ReflectionsCount />} />
        <PlaceButton place="collections" name="Collections" icon={Library} count={<CollectionsCount />} />
        <PlaceButton place="hive" name="Hive" icon={Hexagon} count={<HiveCount />} />
        <PlaceButton place="graph" name="Graph" icon={Waypoints} />
        <PlaceButton place="stale" name="Stale" icon={Hourglass} count={count(places?.stale)} />
        <PlaceButton place="tags" name="Tags" icon={Tags} />
        <hr />
        <PlaceButton place="jobs" name="Jobs" icon={ListChecks} count={places && jobCount(places.jobs)} />
        <PlaceButton place="schedules" name="Schedules" icon={CalendarClock} />
        <PlaceButton place="trash" name="Trash" icon={Trash2} count={count(places?.trash)} />
        <PlaceButton place="settings" name="Settings" icon={Settings2} />
        <div className="tagset">
          <p className="cap">Tags</p>
          {places?.tags.length === 0 && <p className="cap cap-hint">Type # in a thought to make one.</p>}
          {places?.tags.map(({ name, count: number }) => (
            <button
              key={name}
              type="button"
              className="place"
              title={`#${name}`}
              aria-current={place === 'tag' && openedTag === name ? 'page' : undefined}
              onClick={() => openTag(name)}
            >
              <span className="tag-dot" aria-hidden="true">
                #
              </span>
              <span className="place-name" dir="auto">
                {name}
              </span>
              <b>{formatNumber(number)}</b>
            </button>
          ))}
        </div>
      </div>
      <EmbeddingSign />
    </nav>
  )
}
