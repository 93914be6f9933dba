export type PasswordFault = 'too-short' | 'too-long' | 'common' | 'own-words'
