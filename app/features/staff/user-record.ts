/** The user record of the specification, as the browser may see it: these seven fields and no other. */
export interface UserRecord {
  uid: string
  role: string
  emailVerified: boolean
  email: string
  displayName: string
  phoneNumber: string
  photoURL: string | null
}
