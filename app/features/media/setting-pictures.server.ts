import type { Db } from '#db/schema/tables.ts'
import { pictureSettings } from '#features/settings/declared.ts'
import { settingsOf, type SettingPage } from '#features/settings/pages.ts'
import type { Settings } from '#features/settings/settings.ts'
import type { ChosenFile } from './chosen-file.ts'
import { findChosenFiles, listLibrary } from './library.server.ts'

const maxPictures = 100

export type SettingPicture = Pick<ChosenFile, 'id' | 'name' | 'thumb'>

/** What a list can offer where there are no scripts: the newest pictures, and those that the page has chosen. */
export async function listSettingPictures(
  db: Db,
  page: SettingPage,
  settings: Settings,
): Promise<SettingPicture[]> {
  const names = settingsOf(page).filter((name) => pictureSettings.includes(name))
  if (names.length === 0) return []
  const newest = { q: '', kind: 'picture', sort: 'added', dir: 'desc', page: 1 } as const
  const { files } = await listLibrary(db, newest, maxPictures)
  const chosen = await findChosenFiles(db, names.map((name) => String(settings[name])).filter(Boolean))
  const older = Object.values(chosen).filter(({ id }) => !files.some((file) => file.id === id))
  return [...older, ...files].map(({ id, name, thumb }) => ({ id, name, thumb }))
}

/** With the names of pictures where the form has their ids. */
export async function withPictureNames(db: Db, values: Record<string, string>) {
  const ids = pictureSettings.flatMap((name) => values[name] || [])
  const files = await findChosenFiles(db, ids)
  const named = pictureSettings.map((name) => [name, files[values[name] ?? '']?.name ?? ''])
  return { ...values, ...(Object.fromEntries(named) as Record<string, string>) }
}
