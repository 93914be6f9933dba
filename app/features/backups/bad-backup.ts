/** What is wrong with a backup or with the place for it, in a sentence for the person who gave it. */
export class BadBackup extends Error {}
