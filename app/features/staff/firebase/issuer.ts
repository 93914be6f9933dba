import type { FirebaseProject } from '#server/config/firebase.ts'

/** The name of a project in ID tokens, and of its sign-ins here. Whoever is linked is known without asking Firebase. */

export const firebaseIssuers = 'https://securetoken.google.com/'

export function issuerOf({ projectId }: FirebaseProject): string {
  return firebaseIssuers + projectId
}
