import { rightPassword } from './staff.ts'

/** What someone types to sign up. */
export const answers = {
  name: 'Meera Rao',
  email: 'meera@example.org',
  phone: '+91 532 246 0000',
  password: rightPassword,
  role: 'admin',
} as const
