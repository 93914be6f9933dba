import type { Data } from './kinds.ts'

type Activity = Data<'activity'>
export type ActivityKind = Activity['activity']

/** The lists of activities, by the page text that heads them. */
export const activityLists = {
  'memorial-lectures': 'memorial-lecture',
  workshop: 'workshop',
  'online-lectures': 'online-lecture',
  'other-programs': 'other-program',
} as const satisfies Record<string, ActivityKind>

export type ActivityList = keyof typeof activityLists

export function listOfActivity(activity: Activity): ActivityList {
  const lists = Object.entries(activityLists) as [ActivityList, ActivityKind][]
  return lists.find(([, kind]) => kind === activity.activity)![0]
}

const hour = 3_600_000

/** An activity is upcoming until it has ended. */
export function isActivityToCome(activity: Activity, now: number, today: string): boolean {
  if (activity.startsAt !== undefined) return endOfActivity(activity.startsAt, activity.durationMinutes) > now
  const last = activity.endsOn ?? activity.startsOn
  return last !== undefined && last >= today
}

/** One of unknown length counts as two hours. */
export function endOfActivity(startsAt: number, minutes: number | undefined): number {
  return startsAt + (minutes === undefined ? 2 * hour : minutes * 60_000)
}
