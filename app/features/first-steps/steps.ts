/** What an administrator does in the first hour of a new site, in this order. */
export const firstSteps = {
  name: { label: 'Check the Academy’s name and save its settings', href: '/admin/settings/academy' },
  contact: {
    label: 'Enter the Academy’s postal address and email address',
    href: '/admin/settings/academy#postalAddress',
  },
  mail: {
    label: 'Check that email works: send a test email to yourself',
    href: '/admin/mail#test',
  },
  factor: { label: 'Protect your account with a second factor', href: '/account/factors' },
  council: { label: 'Publish the executive council', href: '/editor/content/council-term' },
  samples: { label: 'Delete the sample content', href: '/admin/samples' },
  backup: {
    label: 'Make a backup and test restoring it. We do both automatically within a week.',
    href: '/admin/system',
  },
} as const

export type FirstStep = keyof typeof firstSteps
export type StepsDone = Record<FirstStep, boolean>

/** Whether there is still something to do. */
export function isUnfinished(done: StepsDone): boolean {
  return Object.values(done).includes(false)
}
