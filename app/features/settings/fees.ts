/** Which fees there are: one for each category of members and band of countries. */

export const feeCategories = {
  regular: 'Regular',
  life: 'Life',
  student: 'Student',
  associate: 'Associate',
  sessional: 'Sessional',
  institutional: 'Institutional',
} as const

export const feeBands = { india: 'India', saarc: 'SAARC countries', other: 'Other countries' } as const

export type FeeName = `fee_${keyof typeof feeCategories}_${keyof typeof feeBands}`
