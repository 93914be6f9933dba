/** What is wrong with a backup or its location, in a sentence for the person who named it. */
export class BadBackup extends Error {}
