/** How to reach a person. Only administrators and the office see it. */
export const contactFields = {
  email: { label: 'Email address', max: 254 },
  phone: { label: 'Phone', max: 40 },
  postalAddress: { label: 'Postal address', max: 500 },
} as const

export type ContactField = keyof typeof contactFields
export type ContactValues = Record<ContactField, string>
