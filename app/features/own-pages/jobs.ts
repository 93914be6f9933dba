/** The names of the jobs, separate from their work, because commands cannot load the code that renders letters. */
export const ownCodeJob = 'own-page.code'
export const ownPhotographJob = 'own-page.show-photograph'
