/** The user record of the specification, as the browser may see it: these seven fields only. */
export interface UserRecord {
  uid: string
  role: string
  emailVerified: boolean
  email: string
  displayName: string
  phoneNumber: string
  photoURL: string | null
}

interface Account {
  id: string
  name: string
  email: string
  phone: string
  role: string | null
  requestedRole: string
  emailVerified: boolean
}

export function toUserRecord(account: Account): UserRecord {
  return {
    uid: account.id,
    role: account.role ?? account.requestedRole,
    emailVerified: account.emailVerified,
    email: account.email,
    displayName: account.name,
    phoneNumber: account.phone,
    photoURL: null,
  }
}
