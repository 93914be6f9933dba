/** The forms in which a certificate can be downloaded as an Open Badge, the picture that people share first. */
export const credentialFiles = [
  { file: 'credential.png', mediaType: 'image/png', label: 'Picture (PNG)' },
  { file: 'credential.svg', mediaType: 'image/svg+xml', label: 'Picture (SVG)' },
  { file: 'credential.json', mediaType: 'application/vc+ld+json', label: 'Data (JSON)' },
  { file: 'credential.jwt', mediaType: 'application/jwt', label: 'Token (JWT)' },
] as const

export type CredentialFile = (typeof credentialFiles)[number]
