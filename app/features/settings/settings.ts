import { z } from 'zod'
import { readOfficeTime } from '#office-time.ts'
import { declaredSettings, type PublicSettings, type Settings } from './declared.ts'
import type { Setting } from './declared/setting.ts'

/** The checks of the settings, and what a new site starts with. */

export type { PublicSettings, Settings } from './declared.ts'

const names = Object.keys(declaredSettings) as (keyof Settings)[]

function eachSetting<Value>(toValue: (setting: Setting) => Value) {
  return Object.fromEntries(names.map((name) => [name, toValue(declaredSettings[name])]))
}

const fee = z
  .string()
  .trim()
  .regex(
    /^([A-Z]{3} \d{1,7}(\.\d\d)?)?$/,
    'Enter the fee as currency and amount, such as INR 500, or leave it empty.',
  )

const age = z
  .string()
  .trim()
  .regex(/^([1-9]\d)?$/, 'The age must be a whole number from 10 to 99, or empty.')

export const noSuchPicture = 'Choose a picture that is in the library.'

export const settingsSchema = z.object(
  eachSetting(checkOf) as unknown as { [Name in keyof Settings]: z.ZodType<Settings[Name]> },
)

export const defaultSettings = eachSetting(({ initial }) => initial) as unknown as Settings

/** The networks' front pages, as samples that make all three icons show; they are not the Academy's own. */
export const sampleAddresses = {
  facebookUrl: 'https://www.facebook.com/',
  linkedinUrl: 'https://www.linkedin.com/',
  twitterUrl: 'https://twitter.com/',
} as const

/** What pages may show, and so what may reach a browser. */
export const publicNames = names.filter((name) => declaredSettings[name].isPublic) as (keyof PublicSettings)[]

export function touchesSafety(before: Settings, after: Partial<Settings>): boolean {
  return names.some(
    (name) => declaredSettings[name].isSafety && after[name] !== undefined && after[name] !== before[name],
  )
}

function checkOf(setting: Setting): z.ZodType {
  switch (setting.kind) {
    case 'line':
      return line(setting)
    case 'text':
      return text(setting)
    case 'web-address':
      return webAddress(setting)
    case 'mail-address':
      return mailAddress(setting)
    case 'upi-address':
      return upiAddress(setting)
    case 'indian-time':
      return indianTime(setting)
    case 'day':
      return z.iso.date(setting.required)
    case 'fee':
      return fee
    case 'age':
      return age
    case 'yes-no':
      return z.boolean()
    case 'count':
      return count(setting)
    case 'picture':
      return z.union([z.literal(''), z.uuid(noSuchPicture)], noSuchPicture)
  }
}

type Of<Kind extends Setting['kind']> = Extract<Setting, { kind: Kind }>

function line({ subject, required }: Of<'line'>) {
  const checked = z.string().trim().max(200, `${subject} can have at most 200 characters.`)
  return required ? checked.min(1, required) : checked
}

function text({ max, shorten }: Of<'text'>) {
  return z
    .string()
    .trim()
    .max(max, `Shorten ${shorten} to ${max.toLocaleString('en')} characters.`)
}

function webAddress({ subject }: { subject: string }) {
  const error = `${subject} must start with https:// or be empty.`
  return z.union([z.literal(''), z.url({ protocol: /^https?$/, error })], error)
}

function mailAddress({ subject }: { subject: string }) {
  const error = `${subject} must be one address, such as office@example.org, or empty.`
  return z.union([z.literal(''), z.email({ error })], error)
}

function upiAddress({ subject }: { subject: string }) {
  return z
    .string()
    .trim()
    .regex(
      /^([\w.-]{2,64}@[a-z][a-z0-9]{1,63})?$/i,
      `${subject} must be one address, such as academy@bank, or empty.`,
    )
}

function indianTime({ subject }: { subject: string }) {
  return (
    z
      .string()
      .trim()
      // As the date field of a browser sends it.
      .transform((text) => text.replace(/^(\S{10})T/, '$1 '))
      .refine(
        (text) =>
          text === '' || (/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text) && readOfficeTime(text) !== undefined),
        `${subject} must be a date and time such as 2027-01-31 23:59, or empty.`,
      )
  )
}

function count({ subject, min, max }: Of<'count'>) {
  const error = `${subject} must be a whole number from ${min} to ${max}.`
  return z.int(error).min(min, error).max(max, error)
}
