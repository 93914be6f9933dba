import type { KeyboardUser } from './keyboard.ts'

/** Longer errands of the own page, step by step with the keyboard. */

/** Skips the menus, and presses Enter at the link or button; at the second one of this name, if it says so. */
export async function enterAt(keyboardUser: KeyboardUser, name: string | RegExp, time = 1) {
  await keyboardUser.press('Tab', 'Enter')
  for (let at = 0; at < time; at++) await keyboardUser.tabTo(name)
  await keyboardUser.press('Enter')
}

export async function agree(keyboardUser: KeyboardUser) {
  await enterAt(keyboardUser, /^Open FN-/)
  await keyboardUser.page.waitForURL('**/confirm/consent?*')
  await keyboardUser.press('Tab', 'Enter')
  await keyboardUser.tabTo(/^I am willing/)
  await keyboardUser.press('Space')
  await keyboardUser.tabTo(/^The Academy may store and use/)
  await keyboardUser.press('Space')
  await keyboardUser.tabTo('Submit my answer')
  await keyboardUser.press('Enter')
}

export async function accept(keyboardUser: KeyboardUser) {
  await enterAt(keyboardUser, /^Open FN-/)
  await keyboardUser.page.waitForURL('**/confirm/accept?*')
  await keyboardUser.press('Tab', 'Enter')
  await keyboardUser.tabTo('I accept with thanks')
  await keyboardUser.press('Space')
  await keyboardUser.tabTo(/^Your name as it should appear/)
  await keyboardUser.type('Asha Sample')
  await keyboardUser.tabTo('Submit my answer')
  await keyboardUser.press('Enter')
}

/** The form starts with what the register says, and nothing has changed. Its pages have no menus; Enter in a field saves. */
export async function renew(keyboardUser: KeyboardUser) {
  const { page, tabTo, press } = keyboardUser
  const at = (name: string) => page.waitForURL(new RegExp(`/membership/form/${name}(#main)?$`))
  await enterAt(keyboardUser, 'Renew my membership')
  await at('tasks')
  await tabTo('Consent and declaration')
  await press('Enter')
  await at('declaration')
  await tabTo(/^My answers are true/)
  await press('Space')
  await tabTo(/^The Academy may store and use/)
  await press('Space')
  await tabTo(/^Your full name/)
  await keyboardUser.type('Asha Sample')
  await press('Enter')
  await at('tasks')
  await tabTo('Check and submit')
  await press('Enter')
  await at('check')
  await tabTo('Submit')
  await press('Enter')
  await at('sent')
}
