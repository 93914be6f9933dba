import { expect, test } from 'vitest'
import { declaredSettings, type Settings } from './declared.ts'
import { addressOfSetting, settingPageNames, settingsOf } from './pages.ts'

test('every setting is on one page', () => {
  const all = settingPageNames.flatMap(settingsOf)
  expect(all.toSorted()).toEqual((Object.keys(declaredSettings) as (keyof Settings)[]).toSorted())
})

test('a setting has the address of its page', () => {
  expect(addressOfSetting('phone')).toBe('/admin/settings/academy#phone')
  expect(addressOfSetting('fee_life_india')).toBe('/admin/settings/membership#fee_life_india')
})
