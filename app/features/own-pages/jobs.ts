/** The name of the job, separate from its work, because commands cannot load the code that renders letters. */
export const ownCodeJob = 'own-page.code'
