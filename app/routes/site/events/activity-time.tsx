import { dateInWords } from '#features/content/kinds/event-lines.ts'
import type { Data } from '#features/content/kinds/kinds.ts'
import { Days, Moment } from '#ui/foundations/day.tsx'

/** When an activity is: to the minute, by its days, or as well as it is known. */
export function ActivityTime({ activity }: { activity: Data<'activity'> }) {
  const { startsAt, startsOn, endsOn } = activity
  if (startsAt !== undefined) return <Moment at={new Date(startsAt)} />
  if (startsOn) return <Days from={startsOn} to={endsOn} />
  return dateInWords(activity)
}
